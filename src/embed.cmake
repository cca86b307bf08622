# shoal_embed(HEADER NAME FILE…) writes a header with
#   inline constexpr shoal::EmbeddedFile NAME[] = {{"file name", "its bytes"}, …};
# at build time, whenever a file changes.
function(shoal_embed header name)
  add_custom_command(OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DHEADER=${header} -DNAME=${name} "-DFILES=${ARGN}"
            -P ${PROJECT_SOURCE_DIR}/src/embed_files.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/src/embed_files.cmake
    COMMENT "Embedding ${name}" VERBATIM)
endfunction()
