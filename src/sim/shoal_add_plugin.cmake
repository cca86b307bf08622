# shoal_add_plugin(NAME SOURCE…)
# Builds NAME.so, a plugin whose rules `shoal --plugin NAME.so` adds to its own.
function(shoal_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  # Headers and options only: with the library's code, the plugin would have its own registry of rules.
  target_link_libraries(${name} PRIVATE shoal::headers shoal::rule_options)
  # Without this, g++ merges the rules of two plugins whose structs have the same name.
  target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX .so)
endfunction()

# shoal_add_rule_tests(NAME SOURCE…)
# Builds the program NAME, which runs the property tests on the rules in these sources and on Shoal's own. Needs Catch2 and
# RapidCheck.
function(shoal_add_rule_tests name)
  find_package(Catch2 REQUIRED)
  find_package(rapidcheck REQUIRED)
  set(tests ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/tests)
  add_executable(${name} ${ARGN} ${tests}/main.cpp ${tests}/sim/trial.cpp ${tests}/sim/rules/rule_properties_test.cpp)
  # Catch2's own code takes a minute to optimise.
  set_source_files_properties(${tests}/main.cpp PROPERTIES COMPILE_OPTIONS -O0)
  target_include_directories(${name} PRIVATE ${tests})
  target_link_libraries(${name} PRIVATE shoal::sim shoal::rule_options Catch2::Catch2 rapidcheck)
endfunction()
