# Follows the plugin part of the manual's tutorial, in an empty FOLDER, with the Shoal installed in PREFIX.
file(REMOVE_RECURSE ${FOLDER})
file(READ ${TUTORIAL} tutorial)
# A semicolon would split the matched text into a list.
string(REPLACE ";" "<semicolon>" tutorial "${tutorial}")

function(write_block pattern file)  # The block of code after the pattern
  if(NOT tutorial MATCHES "${pattern}\n([^`]+)```")
    message(FATAL_ERROR "the tutorial has no block for ${file}")
  endif()
  string(REPLACE "<semicolon>" ";" text "${CMAKE_MATCH_1}")
  string(REPLACE "#pragma once\n" "" text "${text}")
  file(WRITE ${FOLDER}/${file} "${text}")
endfunction()

write_block("```cpp" mean_heading.cpp)
write_block("```toml" mean-heading.toml)
write_block("```cmake" CMakeLists.txt)
write_block("<!-- plugin -->\n```sh" commands.sh)

execute_process(COMMAND ${CMAKE_COMMAND} -E env CXX=${CXX} CMAKE_PREFIX_PATH=${PREFIX} PATH=${PREFIX}/bin:$ENV{PATH}
    HOME=${FOLDER} sh -ex commands.sh
  WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE printed COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
message("${printed}")
foreach(said IN ITEMS "mean_heading.radius=0.5" "polarisation")
  if(NOT printed MATCHES "${said}")
    message(FATAL_ERROR "the commands do not print ${said}")
  endif()
endforeach()
if(NOT EXISTS ${FOLDER}/mean-heading.png)
  message(FATAL_ERROR "the commands make no picture")
endif()
