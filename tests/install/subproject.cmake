# Configures a project that contains Shoal as a subdirectory: it gets the library, and nothing that needs a window, a
# test framework or an installation of its own.
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(outer LANGUAGES CXX)
add_subdirectory(${SOURCE} shoal)
add_executable(outer outer.cpp)
target_link_libraries(outer PRIVATE shoal::sim)
if(TARGET shoal OR TARGET shoal_commands OR TARGET shoal_test_main OR TARGET reference)
  message(FATAL_ERROR \"Shoal's program, tests or reference are part of the outer project\")
endif()
")
file(WRITE ${FOLDER}/outer.cpp "#include <shoal/simulation.hpp>\nint main() {}\n")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${FOLDER} -B ${FOLDER}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${FOLDER}/build --prefix ${FOLDER}/prefix
  OUTPUT_VARIABLE installed COMMAND_ERROR_IS_FATAL ANY)
if(installed MATCHES "shoal")
  message(FATAL_ERROR "installing the outer project installs Shoal: ${installed}")
endif()
