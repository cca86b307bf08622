# Installs into an empty prefix: files of an earlier install could hide a missing one. Then checks that the files which a
# desktop, a shell or another program look for are in their places.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} --config ${CONFIG}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

set(expected include/shoal/simulation.hpp include/shoal/version.hpp ${LIBDIR}/cmake/shoal/shoal-config.cmake
  ${LIBDIR}/pkgconfig/shoal-sim.pc)
if(APP)
  list(APPEND expected bin/shoal
    share/applications/org.shoal.Shoal.desktop share/icons/hicolor/scalable/apps/org.shoal.Shoal.svg
    share/metainfo/org.shoal.Shoal.metainfo.xml share/mime/packages/org.shoal.Shoal.xml
    share/bash-completion/completions/shoal share/zsh/site-functions/_shoal
    share/fish/vendor_completions.d/shoal.fish
    share/man/man1/shoal.1.gz share/man/man1/shoal-sweep.1.gz
    share/doc/shoal/copyright share/doc/shoal/manual/index.html share/doc/shoal/manual/manual.css
    share/doc/shoal/examples/vicsek_order.py share/doc/shoal/examples/spring.cpp)
endif()
foreach(file IN LISTS expected)
  if(NOT EXISTS ${PREFIX}/${file})
    message(SEND_ERROR "${file} is not installed")
  endif()
endforeach()

# The manual pages have all their sections, and no escape that roff would print.
file(GLOB pages ${PREFIX}/share/man/man1/*.gz)
foreach(page IN LISTS pages)
  execute_process(COMMAND gzip -dc ${page} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  foreach(heading NAME SYNOPSIS DESCRIPTION OPTIONS EXAMPLES "SEE ALSO")
    if(NOT text MATCHES "\n[.]SH ${heading}\n")
      message(SEND_ERROR "${page} has no section ${heading}")
    endif()
  endforeach()
  if(text MATCHES "\\\\\\\\")
    message(SEND_ERROR "${page} has two backslashes in a row")
  endif()
  # Macros that alternate between two fonts join their arguments: one with spaces needs quotes.
  string(REGEX MATCHALL "\n[.][BIR][BIR] [^\n]*" lines "${text}")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^\n[.].. (\"[^\"]*\"|[^ \"]+) [^ ]+$")
      message(SEND_ERROR "${page} would be printed without its spaces:${line}")
    endif()
  endforeach()
endforeach()

# Every link of the installed manual leads to an installed file, and to a heading in it.
set(manual ${PREFIX}/share/doc/shoal/manual)
file(GLOB pages ${manual}/*.html)
foreach(page IN LISTS pages)
  file(READ ${page} text)
  string(REGEX REPLACE "[][;]" " " text "${text}")  # all three confuse CMake's lists
  string(REGEX MATCHALL "(href|src)=\"[^\":]+\"" links "${text}")
  foreach(link IN LISTS links)
    string(REGEX MATCH "\"([^#\"]*)#?([^\"]*)\"" unused "${link}")
    set(to ${manual}/${CMAKE_MATCH_1})
    set(anchor "${CMAKE_MATCH_2}")
    if(CMAKE_MATCH_1 STREQUAL "")
      set(to ${page})
    endif()
    if(NOT EXISTS ${to})
      message(SEND_ERROR "${page} links to ${to}, which is not installed")
    elseif(anchor)
      file(READ ${to} target)
      string(FIND "${target}" " id=\"${anchor}\"" at)
      if(at EQUAL -1)
        message(SEND_ERROR "${page} links to ${to}#${anchor}, which has no such heading")
      endif()
    endif()
  endforeach()
endforeach()
