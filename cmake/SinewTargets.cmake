# Compile settings shared by every target of Sinew.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# The vector width is fixed so that sums always fold in the same order; see docs/architecture.md.
set(SINEW_ARCH_FLAGS "-mavx2" CACHE STRING "Instruction set of the build")
set(SINEW_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined or thread")

add_library(sinew_options INTERFACE)
# -Wshadow=local: the full one takes scoped enumerators for shadows of types of the same name.
target_compile_options(sinew_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow=local -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Werror
  # Determinism: no fused multiply-add contraction, no value-changing optimisation.
  -ffp-contract=off)
separate_arguments(SINEW_ARCH_LIST UNIX_COMMAND "${SINEW_ARCH_FLAGS}")
target_compile_options(sinew_options INTERFACE ${SINEW_ARCH_LIST})
if(SINEW_SANITIZE)
  # Null pointers, overruns and vectors that lie askew stop the program under the address sanitizer
  # anyway; to look for them a second time makes Eigen take three times as long to compile.
  # A check of types by vptr asks the kernel whether memory can be read, which what reads meshes
  # may not: it ends there, whatever the file.
  # Instrumented code makes GCC see uninitialised values in its own library; the release build,
  # with the same warnings, is the one that counts.
  target_compile_options(sinew_options INTERFACE
    -fsanitize=${SINEW_SANITIZE} -fno-sanitize=null,object-size,alignment,vptr
    -fno-sanitize-recover=all -fno-omit-frame-pointer -g1
    -Wno-error -Wno-maybe-uninitialized)
  target_link_options(sinew_options INTERFACE -fsanitize=${SINEW_SANITIZE})
endif()
# Several files read as one make a build four times as fast: templates that all of them use are
# made once. Sixteen need up to 1.5 GB of memory. What has internal linkage is then taken for part
# of a header.
if(CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
  target_compile_options(sinew_options INTERFACE -Wno-subobject-linkage)
endif()
target_include_directories(sinew_options INTERFACE "${PROJECT_SOURCE_DIR}")

# sinew_glob(VAR DIR): every .cpp below DIR, found anew when one is added.
function(sinew_glob out dir)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${dir}/*.cpp")
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# Most of a file's compile time is reading Eigen, the standard library, Qt and GoogleTest. Reading
# them once makes the build three times as fast. Off for clang-tidy, so that a missing #include is still found.
option(SINEW_PRECOMPILED_HEADERS "Read libraries' headers once per target" ON)
# GCC 12 reports overruns that cannot happen in what it inlines of these headers.
add_compile_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
set(SINEW_COMMON_HEADERS <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <fmt/format.h> <algorithm> <array>
  <cmath> <cstdint> <filesystem> <functional> <limits> <memory> <optional> <span> <string>
  <string_view> <utility> <variant> <vector>)

# sinew_precompile(TARGET HEADER...): reads the common headers and those beforehand.
function(sinew_precompile target)
  if(SINEW_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} PRIVATE ${SINEW_COMMON_HEADERS} ${ARGN})
  endif()
endfunction()
