# cmake -DHEADER=out.hpp -DNAME=kName -DROOT=folder "-DFOLDERS=a;b" -P hash_sources.cmake
# writes a header with a hash of all source files below these folders of ROOT.
set(all "")
foreach(folder IN LISTS FOLDERS)
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${folder}/*)
  list(SORT files)
  foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} hash)
    string(APPEND all "${file} ${hash}\n")
  endforeach()
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING ${hash} 0 16 hash)
file(WRITE ${HEADER} "inline constexpr const char* ${NAME} = \"${hash}\";\n")
