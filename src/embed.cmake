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

# shoal_hash_sources(HEADER NAME FOLDER…) writes a header with
#   inline constexpr const char* NAME = "16 hexadecimal digits";
# at build time: a hash of all files below these folders of the project, whenever one changes.
function(shoal_hash_sources header name)
  set(hashed "")
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*)
    list(APPEND hashed ${files})
  endforeach()
  add_custom_command(OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DHEADER=${header} -DNAME=${name} -DROOT=${PROJECT_SOURCE_DIR} "-DFOLDERS=${ARGN}"
            -P ${PROJECT_SOURCE_DIR}/src/hash_sources.cmake
    DEPENDS ${hashed} ${PROJECT_SOURCE_DIR}/src/hash_sources.cmake
    COMMENT "Hashing the sources for ${name}" VERBATIM)
endfunction()
