# What app/run and tests/run share: they install missing packages and build.
# Bash sources this file; `root` is the top of the project. Its messages go to
# standard error, so that standard output belongs to the program.

# Debian's names of what the build needs, and of what the tests add to it.
build_packages=(cmake g++ ninja-build pkg-config libeigen3-dev libfmt-dev
                libcli11-dev nlohmann-json3-dev libmd4c-dev
                libutf8proc-dev libtbb-dev libgmp-dev libminizip-dev libpcre2-dev zlib1g-dev)
test_packages=(doctest-dev python3 python3-pyte)

other_systems() {
  cat >&2 <<'TEXT'
This system has no apt. mha-tutor is built with these packages:
  Fedora    cmake gcc-c++ ninja-build pkgconf eigen3-devel fmt-devel cli11-devel
            json-devel md4c-devel tbb-devel utf8proc-devel gmp-devel
            minizip-ng-compat-devel pcre2-devel zlib-devel
            (tests: doctest-devel python3-pyte)
  Arch      cmake gcc ninja pkgconf eigen fmt cli11 nlohmann-json md4c
            libutf8proc onetbb gmp minizip pcre2 zlib (tests: doctest python-pyte)
  Homebrew  cmake ninja pkg-config eigen fmt cli11 nlohmann-json md4c
            utf8proc tbb gmp minizip pcre2 zlib (tests: doctest, and pyte by pip)
Once they are there: cmake -B build, and then this command again.
TEXT
}

# ensure_packages NAME...: installs the packages that are missing, and names them.
ensure_packages() {
  if ! command -v apt-get > /dev/null; then
    # Someone who has configured by hand needs no list.
    if [[ -f $root/build/CMakeCache.txt ]]; then return; fi
    other_systems
    exit 1
  fi
  local missing=() name
  for name in "$@"; do
    # A package's file list exists exactly while it is installed; asking dpkg
    # would take longer than everything else together.
    compgen -G "/var/lib/dpkg/info/$name.list" > /dev/null ||
      compgen -G "/var/lib/dpkg/info/$name:*.list" > /dev/null ||
      missing+=("$name")
  done
  if [[ ${#missing[@]} -eq 0 ]]; then return; fi
  echo "Installing: ${missing[*]}" >&2
  local as_root=()
  if [[ $EUID -ne 0 ]]; then as_root=(sudo); fi
  {
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -q -y --no-install-recommends "${missing[@]}"
  } >&2
}

# quietly LOG COMMAND...: shows the command's output only if it fails or, if LOG is "-", always.
quietly() {
  local log=$1
  shift
  if [[ $log == - ]]; then
    "$@" >&2
  elif ! "$@" > "$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
}

# configure DIR CMAKE_OPTION...: does nothing if these options are configured already. Thirty
# sources are compiled as one, which more than halves the time, unless an option says otherwise.
configure() {
  local dir=$1 options=("${@:2}")
  local done_with=$dir/.options
  if [[ -f $done_with && $(< "$done_with") == "${options[*]}" ]]; then return; fi
  mkdir -p "$dir"
  if [[ ! -f $dir/CMakeCache.txt ]]; then
    if command -v ninja > /dev/null; then options+=(-G Ninja); fi
    if command -v ccache > /dev/null; then
      options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    fi
  fi
  quietly "$dir/.log" cmake -S "$root" -B "$dir" -DCMAKE_UNITY_BUILD=ON "${options[@]}"
  echo "${*:2}" > "$done_with"
}

# build DIR TARGET...: prints nothing unless it fails; but a first build at a terminal shows its progress.
build() {
  local log=$1/.log
  if [[ -t 2 && ! -x $1/app/mha-tutor ]]; then log=-; fi
  quietly "$log" cmake --build "$1" --target "${@:2}" --parallel "$(getconf _NPROCESSORS_ONLN)"
}
