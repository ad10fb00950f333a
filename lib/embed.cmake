# cmake -DOUT=file.cpp -DHEADER=part/file.h -DFUNCTION=mha::part::name -DROOT=dir
#       -DFILES=a;b -P embed.cmake
# Writes C++ that holds the files, under their names below ROOT: the
# function that the header declares.
set(text "#include \"${HEADER}\"\n\n")
string(APPEND text "std::span<const mha::EmbeddedFile> ${FUNCTION}() {\n")
string(APPEND text "  static constexpr mha::EmbeddedFile kFiles[] = {\n")
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH name ${ROOT} ${file})
  if(name MATCHES "\\.safetensors$")  # no text: every byte is escaped
    file(SIZE ${file} size)
    file(READ ${file} content HEX)
    string(REGEX REPLACE "(..)" "\\\\x\\1" content "${content}")
    string(APPEND text "      {\"${name}\",\n       {\"${content}\", ${size}}},\n")
  else()
    file(READ ${file} content)
    string(APPEND text "      {\"${name}\",\n       R\"mha(${content})mha\"},\n")
  endif()
endforeach()
string(APPEND text "  };\n  return kFiles;\n}\n")
file(WRITE ${OUT} "${text}")
