# cmake -DPROGRAM=file -DVERSION=text -DIN=file -DOUT=file -P man_page.cmake
# Puts what the program says of its commands into the man page.
execute_process(COMMAND ${PROGRAM} --manual OUTPUT_VARIABLE MANUAL COMMAND_ERROR_IS_FATAL ANY)
configure_file(${IN} ${OUT} @ONLY)
