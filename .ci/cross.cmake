# Toolchain file for a processor other than this machine's: Debian's cross compiler, the libraries of .ci/cross-root, and
# QEMU for the programs that a build or CTest runs. The caller sets both variables:
#   SHOAL_CROSS_TRIPLE   aarch64-linux-gnu, for example
#   SHOAL_CROSS_ROOT     the folder that .ci/cross-root filled
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${SHOAL_CROSS_TRIPLE})
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_CXX_COMPILER ${SHOAL_CROSS_TRIPLE}-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CMAKE_SYSTEM_PROCESSOR} -L ${SHOAL_CROSS_ROOT})
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SHOAL_CROSS_TRIPLE SHOAL_CROSS_ROOT)
set(CMAKE_FIND_ROOT_PATH ${SHOAL_CROSS_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
