# Runs the installed Python package from a folder that holds nothing of Shoal.
file(GLOB packages ${PREFIX}/lib/python*/*-packages)
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${packages} ${PYTHON} -c
    "import shoal; s = shoal.Simulation('reef', boids=50); s.step(3); print(shoal.__file__, s.hash)"
  WORKING_DIRECTORY / OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
message("${printed}")
if(NOT printed MATCHES "^${PREFIX}/")
  message(FATAL_ERROR "this is not the installed package")
endif()
