# What an embedder of the library needs: headers, the library, files for CMake and pkg-config, and the sources of
# shoal_add_rule_tests().
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
set(cmake_files ${CMAKE_INSTALL_LIBDIR}/cmake/shoal)
install(TARGETS shoal_headers shoal_rule_options shoal_sim EXPORT shoal_targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/shoal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT shoal_targets NAMESPACE shoal:: DESTINATION ${cmake_files})
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/shoal-config-version.cmake
  COMPATIBILITY SameMinorVersion)
# Users of the static library must link its dependencies; the shared one links them itself.
set(dependencies "find_dependency(TBB)\nfind_dependency(fmt)\n")
set(libraries "-lshoal_sim -ltbb -lfmt")
if(BUILD_SHARED_LIBS)
  set(dependencies "")
  set(libraries "-lshoal_sim")
endif()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/shoal-config.cmake @ONLY CONTENT
"include(CMakeFindDependencyMacro)
@dependencies@include(\"\${CMAKE_CURRENT_LIST_DIR}/shoal_targets.cmake\")
include(\"\${CMAKE_CURRENT_LIST_DIR}/shoal_add_plugin.cmake\")
")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/shoal-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/shoal-config-version.cmake
  shoal_add_plugin.cmake DESTINATION ${cmake_files})
list(JOIN rule_options " " rule_cflags)
# Its paths are relative, so that the installed files may be moved.
file(RELATIVE_PATH to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/shoal-sim.pc @ONLY CONTENT
"prefix=\${pcfiledir}/@to_prefix@
Name: shoal-sim
Description: Flocking simulation in C++20
Version: @PROJECT_VERSION@
Libs: -L\${prefix}/@CMAKE_INSTALL_LIBDIR@ @libraries@
Cflags: -I\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@ -std=c++20
rule_cflags=@rule_cflags@
")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/shoal-sim.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
foreach(file IN ITEMS main.cpp catch.hpp property.hpp sim/trial.hpp sim/trial.cpp sim/rule_trial.hpp sim/rule_symmetry.hpp
    sim/rule_properties.hpp sim/rules/rule_properties_test.cpp)
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/tests/${file} DESTINATION ${cmake_files}/tests/${folder})
endforeach()
