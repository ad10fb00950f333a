# One package for every x86-64 that runs glibc 2.33 or later. The program is built for
# x86-64-v2; what computes lies in shared libraries beside it, built for v2, v3 and v4 from
# the same sources. The loader takes the best that the processor has: it looks first into
# glibc-hwcaps/x86-64-v4/ and so on of a folder that it searches.
set(CMAKE_INSTALL_PREFIX /usr)
include(GNUInstallDirs)
set(MHA_KERNELS_DIR ${CMAKE_INSTALL_LIBDIR}/mha-tutor)
# Not from $ORIGIN, which the loader cannot tell where /proc is missing.
set(CMAKE_INSTALL_RPATH ${CMAKE_INSTALL_FULL_LIBDIR}/mha-tutor)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
# Programs and shared libraries would need a header each, for their code is placed differently.
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
set(MHA_TESTS OFF)
add_link_options(-s)

# mha_shared_kernels(OUT NAME file...): the shared library mha_NAME, and the same once more
# for each newer processor, where it computes. Their targets are in OUT.
function(mha_shared_kernels out name)
  set(levels v2 v3 v4)
  if(name STREQUAL "base")
    set(levels v2)
  endif()
  foreach(level IN LISTS levels)
    set(target mha_${name}_${level})
    set(place glibc-hwcaps/x86-64-${level})
    if(level STREQUAL "v2")
      set(target mha_${name})
      set(place .)
    endif()
    add_library(${target} SHARED ${ARGN})
    set_target_properties(${target} PROPERTIES
      OUTPUT_NAME mha_${name}
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/kernels/${place}
      MHA_LEVEL ${level})
    # What a library calls of its own is built for the same processor.
    target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions)
    install(TARGETS ${target} LIBRARY DESTINATION ${MHA_KERNELS_DIR}/${place})
    list(APPEND targets ${target})
  endforeach()
  # The program is run when it is linked, and the loader must not meet half a library.
  set_property(GLOBAL APPEND PROPERTY MHA_KERNELS ${targets})
  set(${out} ${targets} PARENT_SCOPE)
endfunction()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mha-tutor)
set(CPACK_PACKAGE_CONTACT "The authors of mha-tutor <nobody@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "terminal tutor for multi-head attention")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/kernels)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
" mha-tutor teaches multi-head attention step by step. It runs programs in
 PyTorch's syntax by itself, shows every tensor and shape on the way, judges
 homework and names mistakes. It needs no PyTorch, no Python and no network.")
# Its libraries are private: no other program asks the loader's cache for them.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)

# The libraries of headers ask that their licences come with what contains them.
file(READ ${PROJECT_SOURCE_DIR}/app/copyright copyright)
foreach(package libeigen3-dev libcli11-dev nlohmann-json3-dev)
  set(theirs /usr/share/doc/${package}/copyright)
  if(NOT EXISTS ${theirs})
    message(FATAL_ERROR "The package needs ${theirs}, which says how ${package} may be passed on")
  endif()
  file(READ ${theirs} text)
  string(APPEND copyright "\n---- ${package}\n\n${text}")
endforeach()
file(WRITE ${PROJECT_BINARY_DIR}/copyright "${copyright}")
find_program(GZIP gzip REQUIRED)
execute_process(COMMAND ${GZIP} -9nc ${PROJECT_SOURCE_DIR}/app/changelog
                OUTPUT_FILE ${PROJECT_BINARY_DIR}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${PROJECT_BINARY_DIR}/copyright ${PROJECT_BINARY_DIR}/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
