# Into an empty prefix: what an earlier install left could hide a file that is missing now.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} --config ${CONFIG}
  COMMAND_ERROR_IS_FATAL ANY)
