"""Texts that are read as files are: of a file beside the program, or in memory."""

from _native import read_text as _read_text


class UnsupportedOperation(OSError, ValueError):
    pass


class _Text:
    """A text and the place in it where reading goes on."""

    def __init__(self, text):
        self._text, self._at, self.closed = text, 0, False

    def _open_text(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        return self._text

    def read(self, size=-1):
        text = self._open_text()
        start = self._at
        self._at = len(text) if size is None or size < 0 else min(start + size, len(text))
        return text[start:self._at]

    def readline(self, size=-1):
        text = self._open_text()
        end = text.find("\n", self._at)
        left = (len(text) if end < 0 else end + 1) - self._at
        return self.read(left if size is None or size < 0 else min(size, left))

    def readlines(self, hint=-1):
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def seek(self, place, whence=0):
        self._open_text()
        if whence == 2 and place == 0:
            place = len(self._text)
        elif whence != 0:
            raise UnsupportedOperation("can't do nonzero cur-relative seeks")
        self._at = place
        return place

    def tell(self):
        return self._at

    def readable(self):
        return True

    def flush(self):
        self._open_text()

    def close(self):
        self.closed = True

    def __enter__(self):
        self._open_text()
        return self

    def __exit__(self, kind, error, trace):
        self.close()


class StringIO(_Text):
    """A text in memory, which can also be written."""

    def __init__(self, initial_value="", newline="\n"):
        _Text.__init__(self, initial_value or "")

    def writable(self):
        return True

    def write(self, text):
        before = self._open_text()
        if not isinstance(text, str):
            raise TypeError(f"string argument expected, got '{type(text).__name__}'")
        before += " " * (self._at - len(before))
        self._text = before[:self._at] + text + before[self._at + len(text):]
        self._at += len(text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def getvalue(self):
        return self._open_text()


class TextIOWrapper(_Text):
    """A file that was opened: its whole text is read at once."""

    def __init__(self, name, mode, encoding, text):
        _Text.__init__(self, text)
        self.name, self.mode, self.encoding = name, mode, encoding

    def writable(self):
        return False

    def write(self, text):
        raise UnsupportedOperation("not writable")

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding={self.encoding!r}>"


TextIOWrapper.__module__ = "_io"


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if any(sign in mode for sign in "wax+"):
        raise NotImplementedError(f"open() with mode {mode!r} is not part of this tutor: programs here write no files")
    if "b" in mode:
        raise NotImplementedError("open() of bytes is not part of this tutor: texts are read, in UTF-8")
    if not mode or any(sign not in "rt" for sign in mode):
        raise ValueError(f"invalid mode: {mode!r}")
    if encoding and encoding.lower().replace("_", "-") not in ("utf-8", "utf8", "utf-8-sig", "ascii"):
        raise NotImplementedError(f"open() with encoding {encoding!r} is not part of this tutor: texts are read in UTF-8")
    text = _read_text(str(file))
    if encoding == "utf-8-sig" and text[:1] == "\ufeff":
        text = text[1:]
    if newline is None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return TextIOWrapper(file, mode, encoding or "UTF-8", text)
