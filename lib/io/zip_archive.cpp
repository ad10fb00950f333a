#include "io/zip_archive.h"

#include <fmt/format.h>
#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace mha::io {
namespace {

constexpr const char* kCopyAgain =
    "copy or download the file again; a part of it may be missing";

/// Deflate makes at most 1032 bytes of one.
constexpr uint64_t kMostInflation = 1032;

/// A bit of an entry's flags: its bytes are encrypted.
constexpr uLong kEncrypted = 1;
/// The same: its name is UTF-8.
constexpr uLong kUtf8Name = 1 << 11;

/// minizip counts bytes in an unsigned int.
constexpr size_t kAtOnce = 1 << 30;

// minizip reads and writes through functions of its caller's. These work on a
// Memory, their `opaque`.

/// Bytes to read or, if `written` is set, a string to write.
struct Memory {
  std::string_view bytes;
  std::string* written = nullptr;
  uint64_t at = 0;
  /// Whether the last read asked for more bytes than there are.
  bool short_read = false;

  uint64_t size() const { return written ? written->size() : bytes.size(); }
};

Memory& memory(voidpf opaque) { return *static_cast<Memory*>(opaque); }

voidpf open_memory(voidpf opaque, const void*, int) { return opaque; }

uLong read_memory(voidpf opaque, voidpf, void* to, uLong size) {
  Memory& from = memory(opaque);
  const std::string_view all = from.written ? *from.written : from.bytes;
  const size_t count = std::min<size_t>(size, all.size() - from.at);
  std::memcpy(to, all.data() + from.at, count);
  from.at += count;
  from.short_read = count < size;
  return count;
}

uLong write_memory(voidpf opaque, voidpf, const void* bytes, uLong size) {
  Memory& to = memory(opaque);
  const size_t over = std::min<size_t>(size, to.written->size() - to.at);
  to.written->replace(to.at, over, static_cast<const char*>(bytes), size);
  to.at += size;
  return size;
}

ZPOS64_T tell_memory(voidpf opaque, voidpf) { return memory(opaque).at; }

long seek_memory(voidpf opaque, voidpf, ZPOS64_T offset, int origin) {
  Memory& of = memory(opaque);
  const uint64_t from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? of.at
                        : origin == ZLIB_FILEFUNC_SEEK_END ? of.size()
                                                           : 0;
  if (offset > of.size() - from) return -1;
  of.at = from + offset;
  return 0;
}

int close_memory(voidpf, voidpf) { return 0; }
int memory_error(voidpf opaque, voidpf) { return memory(opaque).short_read; }

zlib_filefunc64_def functions_of(Memory& memory) {
  return {open_memory, read_memory,  write_memory, tell_memory,
          seek_memory, close_memory, memory_error, &memory};
}

/// The meaning of minizip's error code.
std::string_view reason(int code) {
  switch (code) {
    case UNZ_BADZIPFILE:
      return "its parts contradict each other";
    case UNZ_CRCERROR:
      return "its checksum does not fit";
    case Z_DATA_ERROR:
    case Z_BUF_ERROR:
      return "its compressed bytes are not valid";
    case Z_MEM_ERROR:
      return "out of memory";
    default:
      return "a part is missing";
  }
}

[[noreturn]] void damaged_archive(std::string_view why) {
  refuse(fmt::format("it begins as a zip archive but cannot be read as one "
                     "({})",
                     why),
         kCopyAgain);
}

[[noreturn]] void damaged_entry(std::string_view name, int code) {
  refuse(
      fmt::format("its entry {} is damaged ({})", shown(name), reason(code)),
      kCopyAgain);
}

/// Throws unless an entry is one that a file of tensors may have.
void check_entry(const unz_file_info64& entry, std::string_view name,
                 size_t archive_size) {
  if (entry.flag & kEncrypted) {
    refuse(fmt::format("its entry {} is encrypted", shown(name)),
           "hand in the file without a password");
  }
  const bool stored = entry.compression_method == 0;
  if (!stored && entry.compression_method != Z_DEFLATED) {
    refuse(
        fmt::format("its entry {} is compressed by method {}; stored and "
                    "deflated ones are read",
                    shown(name), entry.compression_method));
  }
  if (entry.compressed_size > archive_size ||
      (stored
           ? entry.uncompressed_size != entry.compressed_size
           : entry.uncompressed_size / kMostInflation > entry.compressed_size)) {
    refuse(fmt::format("its entry {} claims {} bytes, which the {} bytes "
                       "stored for it cannot hold",
                       shown(name), entry.uncompressed_size,
                       entry.compressed_size),
           kCopyAgain);
  }
}

}  // namespace

struct ZipArchive::Source : Memory {};

ZipArchive::ZipArchive(std::string_view bytes)
    : source_(new Source{{.bytes = bytes}}) {
  // An archive without entries consists only of its end record, which minizip
  // 1.1 cannot read.
  if (bytes.starts_with("PK\x05\x06")) return;
  zlib_filefunc64_def functions = functions_of(*source_);
  zip_ = unzOpen2_64("", &functions);
  unz_global_info64 all;
  if (zip_ == nullptr || unzGetGlobalInfo64(zip_, &all) != UNZ_OK) {
    damaged_archive("it has no directory at its end");
  }
  try {
    size_t end = 0;
    for (uint64_t i = 0; i < all.number_entry; ++i) {
      const int code =
          i == 0 ? unzGoToFirstFile(zip_) : unzGoToNextFile(zip_);
      if (code != UNZ_OK) {
        damaged_archive(fmt::format("entry {} is not described", i));
      }
      end = add_entry(i);
    }
    const bool more = all.number_entry == 0
                          ? bytes.starts_with("PK\x03\x04")
                          : bytes.substr(std::min(end, bytes.size()))
                                .starts_with("PK\x01\x02");
    if (more) damaged_archive("it has more entries than it counts");
  } catch (...) {
    unzClose(zip_);
    throw;
  }
}

ZipArchive::~ZipArchive() { unzClose(zip_); }

uint64_t ZipArchive::add_entry(uint64_t index) {
  unz_file_info64 info;
  unz64_file_pos place;
  int code = unzGetCurrentFileInfo64(zip_, &info, nullptr, 0, nullptr, 0,
                                     nullptr, 0);
  std::string name(code == UNZ_OK ? info.size_filename : 0, '\0');
  if (code == UNZ_OK) {
    code = unzGetCurrentFileInfo64(zip_, nullptr, name.data(), name.size(),
                                   nullptr, 0, nullptr, 0);
  }
  if (code == UNZ_OK) code = unzGetFilePos64(zip_, &place);
  if (code != UNZ_OK) {
    damaged_archive(fmt::format("entry {} is not described", index));
  }
  check_entry(info, name, source_->size());
  if (!places_.emplace(name, index).second) {
    refuse(fmt::format("it has two entries {}", shown(name)));
  }
  entries_.push_back({std::move(name), index, place.pos_in_zip_directory,
                      static_cast<int64_t>(info.uncompressed_size)});
  constexpr uint64_t kFixedPart = 46;  // of what the directory says of an entry
  return place.pos_in_zip_directory + kFixedPart + info.size_filename +
         info.size_file_extra + info.size_file_comment;
}

const ZipArchive::Entry* ZipArchive::find(std::string_view name) const {
  const auto at = places_.find(name);
  return at == places_.end() ? nullptr : &entries_[at->second];
}

std::string ZipArchive::read(const Entry& entry, int64_t most) {
  if (entry.size > most) {
    refuse(fmt::format("its entry {} has {} bytes; {} is the most that is read",
                       shown(entry.name), entry.size, most));
  }
  ZipStream stream(*this, entry);
  std::string out(static_cast<size_t>(entry.size), '\0');
  stream.read(std::as_writable_bytes(std::span(out)));
  stream.finish();
  return out;
}

ZipStream::ZipStream(ZipArchive& archive, const ZipArchive::Entry& entry)
    : name_(entry.name), zip_(archive.zip_), left_(entry.size) {
  const unz64_file_pos place{entry.described_at, entry.index};
  int code = unzGoToFilePos64(zip_, &place);
  if (code == UNZ_OK) code = unzOpenCurrentFile(zip_);
  if (code != UNZ_OK) damaged_entry(name_, code);
}

ZipStream::~ZipStream() {
  if (zip_ != nullptr) unzCloseCurrentFile(zip_);
}

void ZipStream::read(std::span<std::byte> to) {
  if (static_cast<int64_t>(to.size()) > left_) {
    refuse(
        fmt::format("its entry {} ends too early: {} more bytes should "
                    "follow",
                    shown(name_), static_cast<int64_t>(to.size()) - left_));
  }
  while (!to.empty()) {
    const size_t most = std::min(kAtOnce, to.size());
    const int got =
        unzReadCurrentFile(zip_, to.data(), static_cast<unsigned>(most));
    if (got < 0) damaged_entry(name_, got);
    if (got == 0) {
      refuse(fmt::format("its entry {} has fewer bytes than it claims",
                         shown(name_)),
             kCopyAgain);
    }
    to = to.subspan(static_cast<size_t>(got));
    left_ -= got;
  }
}

void ZipStream::finish() {
  if (left_ != 0) {
    refuse(
        fmt::format("its entry {} has more bytes than it should", shown(name_)),
        kCopyAgain);
  }
  const int code = unzCloseCurrentFile(std::exchange(zip_, nullptr));
  if (code != UNZ_OK) damaged_entry(name_, code);
}

void ZipWriter::add(std::string name, std::string content) {
  entries_.push_back({std::move(name), std::move(content)});
}

std::string ZipWriter::finish() {
  // 1 January 1980, the first day that a zip archive knows.
  constexpr zip_fileinfo kFirstDay{{}, ((1 << 5) | 1) << 16, 0, 0};
  constexpr uLong kMadeByDos = 0;
  constexpr int kStored = 0;
  std::string bytes;
  Memory memory{.bytes = {}, .written = &bytes};
  zlib_filefunc64_def functions = functions_of(memory);
  zipFile const archive =
      zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions);
  int code = archive == nullptr ? Z_MEM_ERROR : ZIP_OK;
  for (const Entry& entry : entries_) {
    if (code != ZIP_OK) break;
    std::string_view left = entry.content;
    code = zipOpenNewFileInZip4_64(
        archive, entry.name.c_str(), &kFirstDay, nullptr, 0, nullptr, 0,
        nullptr, kStored, 0, 0, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY,
        nullptr, 0, kMadeByDos, kUtf8Name, left.size() >= 0xffffffff);
    while (code == ZIP_OK && !left.empty()) {
      const std::string_view part = left.substr(0, kAtOnce);
      code = zipWriteInFileInZip(archive, part.data(),
                                 static_cast<unsigned>(part.size()));
      left.remove_prefix(part.size());
    }
    if (code == ZIP_OK) code = zipCloseFileInZip(archive);
  }
  if (archive != nullptr) {
    const int closed = zipClose(archive, nullptr);
    if (code == ZIP_OK) code = closed;
  }
  if (code != ZIP_OK) {
    throw RuntimeError(
        fmt::format("cannot make a zip archive ({})", reason(code)));
  }
  return bytes;
}

}  // namespace mha::io
