# Writes a C++ source that holds a text file as a constant of namespace fairpca:
#
#   cmake -D FILE=report.css -D NAME=kReportStyle -D HEADER=page/assets.h -D OUTPUT=style.cpp -P ...
file(READ "${FILE}" text)
set(mark "embedded")
if(text MATCHES "\\)${mark}\"")
  message(FATAL_ERROR "${FILE} holds )${mark}\", which would end the literal")
endif()
file(WRITE "${OUTPUT}" "// Made from ${NAME}'s text file by cmake/EmbedText.cmake.
#include \"${HEADER}\"

namespace fairpca {

const std::string_view ${NAME} = R\"${mark}(${text})${mark}\";

}  // namespace fairpca
")
