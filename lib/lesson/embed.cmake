# cmake -DOUT=file.cpp -DROOT=dir -DFILES=a;b -P embed.cmake
# Writes C++ that holds the text of the files, under their names below ROOT.
set(text "#include \"lesson/course/embedded.h\"\n\nnamespace mha::lesson {\n\n")
string(APPEND text "std::span<const EmbeddedFile> embedded_lessons() {\n")
string(APPEND text "  static constexpr EmbeddedFile kFiles[] = {\n")
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH name ${ROOT} ${file})
  file(READ ${file} content)
  string(APPEND text "      {\"${name}\",\n       R\"mha(${content})mha\"},\n")
endforeach()
string(APPEND text "  };\n  return kFiles;\n}\n\n}  // namespace mha::lesson\n")
file(WRITE ${OUT} "${text}")
