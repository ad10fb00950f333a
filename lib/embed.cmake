# cmake -DOUT=file.cpp -DHEADER=part/file.h -DFUNCTION=mha::part::name -DROOT=dir
#       -DFILES=a;b -P embed.cmake
# Writes C++ that holds the text of the files, under their names below ROOT: the
# function that the header declares.
set(text "#include \"${HEADER}\"\n\n")
string(APPEND text "std::span<const mha::EmbeddedFile> ${FUNCTION}() {\n")
string(APPEND text "  static constexpr mha::EmbeddedFile kFiles[] = {\n")
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH name ${ROOT} ${file})
  file(READ ${file} content)
  string(APPEND text "      {\"${name}\",\n       R\"mha(${content})mha\"},\n")
endforeach()
string(APPEND text "  };\n  return kFiles;\n}\n")
file(WRITE ${OUT} "${text}")
