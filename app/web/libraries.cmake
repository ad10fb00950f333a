# The libraries for a page: built from Debian's sources, which app/web/build has put into
# MHA_WEB_SOURCES, under the names that they have elsewhere. GMP has a build of its own there.
set(sources ${MHA_WEB_SOURCES})

# Exceptions and SIMD as browsers have them since 2023. The header fills gaps of emscripten's C++ library.
add_compile_options(-fwasm-exceptions -msimd128)
add_link_options(-fwasm-exceptions)
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-include$<SEMICOLON>${CMAKE_CURRENT_LIST_DIR}/libcxx_gaps.h>)
enable_language(C)

# web_headers(TARGET DIR...): headers that need no building.
function(web_headers target)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${ARGN})
endfunction()

# web_library(TARGET INCLUDE_DIR SOURCE...): a library with its sources, without warnings.
function(web_library target include)
  string(REGEX REPLACE ".*::" "web_" name ${target})
  add_library(${name} STATIC ${ARGN})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  target_compile_options(${name} PRIVATE -w)
  target_include_directories(${name} SYSTEM PUBLIC ${include})
  add_library(${target} ALIAS ${name})
endfunction()

web_headers(Eigen3::Eigen ${sources}/include/eigen3)
web_headers(CLI11::CLI11 ${sources}/include)
web_headers(nlohmann_json::nlohmann_json ${sources}/include)
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)  # a page has one

web_library(fmt::fmt ${sources}/fmtlib/include ${sources}/fmtlib/src/format.cc)
web_library(PkgConfig::md4c ${sources}/md4c/src ${sources}/md4c/src/md4c.c)
web_library(PkgConfig::libutf8proc ${sources}/utf8proc ${sources}/utf8proc/utf8proc.c)
target_compile_definitions(web_libutf8proc PUBLIC UTF8PROC_STATIC)

file(GLOB zlib ${sources}/zlib/*.c)
list(FILTER zlib EXCLUDE REGEX "/gz[a-z]+\\.c$")
web_library(ZLIB::ZLIB ${sources}/zlib ${zlib})

# As libminizip is installed: <minizip/unzip.h>.
web_library(PkgConfig::minizip ${sources}/include
  ${sources}/minizip/ioapi.c ${sources}/minizip/unzip.c ${sources}/minizip/zip.c)
target_link_libraries(web_minizip PUBLIC ZLIB::ZLIB)

# Regular expressions over bytes and over code points.
file(GLOB pcre2 ${sources}/pcre2/src/pcre2_*.c)
list(FILTER pcre2 EXCLUDE REGEX "pcre2_(convert|dfa_match|dftables|fuzzsupport|jit_.*|printint|serialize|ucptables|chartables)\\.c$")
set(pcre2_build ${CMAKE_BINARY_DIR}/pcre2)
configure_file(${sources}/pcre2/src/pcre2.h.generic ${pcre2_build}/pcre2.h COPYONLY)
configure_file(${sources}/pcre2/src/config.h.generic ${pcre2_build}/config.h COPYONLY)
configure_file(${sources}/pcre2/src/pcre2_chartables.c.dist ${pcre2_build}/pcre2_chartables.c COPYONLY)
add_library(PkgConfig::pcre2 INTERFACE IMPORTED GLOBAL)
foreach(width 8 32)
  web_library(PkgConfig::pcre2_${width} ${pcre2_build} ${pcre2} ${sources}/pcre2/src/pcre2_jit_compile.c ${pcre2_build}/pcre2_chartables.c)
  target_include_directories(web_pcre2_${width} PRIVATE ${sources}/pcre2/src)
  target_compile_definitions(web_pcre2_${width} PUBLIC PCRE2_STATIC
    PRIVATE HAVE_CONFIG_H PCRE2_CODE_UNIT_WIDTH=${width} SUPPORT_PCRE2_${width} SUPPORT_UNICODE HAVE_STDINT_H HAVE_INTTYPES_H)
  target_link_libraries(PkgConfig::pcre2 INTERFACE web_pcre2_${width})
endforeach()

web_headers(PkgConfig::gmp ${MHA_WEB_GMP} ${sources}/gmp)
target_link_libraries(PkgConfig::gmp INTERFACE gmp)
target_link_directories(PkgConfig::gmp INTERFACE ${MHA_WEB_GMP})
