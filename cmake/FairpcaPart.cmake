# One folder of src/ is one part: an object library of all its sources that sees only the parts it
# may depend on (docs/architecture.md).  The library fairpca is all parts together.
#
#   fairpca_part(moments DEPENDS text rows)
#
# OWN_FLAGS: the part gets compiler flags that a precompiled header would not fit.
# WORDS: the part arranges and writes what others compute.
add_library(fairpca_flags INTERFACE)
target_compile_options(fairpca_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>  # GCC 12 mistakes std::string + (its bug 105651)
  $<$<BOOL:${FAIRPCA_WARNINGS_AS_ERRORS}>:-Werror>)
# Eigen's large products go to OpenBLAS.  The alignment is part of the ABI: see matrix.h.
target_compile_definitions(fairpca_flags INTERFACE EIGEN_MAX_ALIGN_BYTES=64 EIGEN_USE_BLAS)

# Compiles as many files together as FAIRPCA_UNITY says, each in a scope of its own names.
function(fairpca_unity target)
  if(FAIRPCA_UNITY)
    set_target_properties(${target} PROPERTIES
      UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${FAIRPCA_UNITY})
  endif()
  if(FAIRPCA_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A file's own class may hold a type of its unnamed namespace, also when another includes it.
    # GCC 12 sees a dangling initialiser list across files inlined together, not file by file.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage -Wno-dangling-pointer)
  endif()
endfunction()

function(fairpca_part_flags target)
  target_include_directories(${target}
    PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target}
    PUBLIC Eigen3::Eigen Threads::Threads fairpca_openblas PRIVATE fairpca_flags fmt::fmt)
  target_compile_definitions(${target} PUBLIC EIGEN_MAX_ALIGN_BYTES=64)
endfunction()

# What nearly every source includes, compiled once with the flags of those that use it.
function(fairpca_add_precompiled name)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cpp CONTENT "int main() {}\n")
  add_library(fairpca_${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
  fairpca_part_flags(fairpca_${name})
  target_precompile_headers(fairpca_${name} PRIVATE
    <algorithm> <cmath> <functional> <map> <memory> <optional> <string> <utility> <variant> <vector>
    <fmt/format.h> <Eigen/Core> ${ARGN})
endfunction()
if(FAIRPCA_PRECOMPILED)
  fairpca_add_precompiled(precompiled)
  fairpca_add_precompiled(precompiled_words <nlohmann/json.hpp>)
  target_link_libraries(fairpca_precompiled_words PRIVATE nlohmann_json::nlohmann_json)
  target_compile_options(fairpca_precompiled_words PRIVATE -O1)
endif()

function(fairpca_precompiled target)
  if(FAIRPCA_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM fairpca_precompiled)
  endif()
endfunction()

# For what arranges and writes what others compute.  Two thirds of the time of its compilation went
# into the optimisation of JSON.
function(fairpca_words_flags target)
  target_compile_options(${target} PRIVATE -O1)
  if(FAIRPCA_PRECOMPILED)
    target_link_libraries(${target} PRIVATE nlohmann_json::nlohmann_json)
    target_precompile_headers(${target} REUSE_FROM fairpca_precompiled_words)
  endif()
endfunction()

function(fairpca_part name)
  cmake_parse_arguments(PART "OWN_FLAGS;WORDS" "" "DEPENDS;LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  set(closure)
  if(sources)
    add_library(fairpca_${name} OBJECT ${sources})
    fairpca_part_flags(fairpca_${name})
    target_link_libraries(fairpca_${name} PRIVATE ${PART_LINKS})
    fairpca_unity(fairpca_${name})
    if(PART_WORDS)
      fairpca_words_flags(fairpca_${name})
    elseif(NOT PART_OWN_FLAGS)
      fairpca_precompiled(fairpca_${name})
    endif()
    set(closure fairpca_${name})
    set_property(GLOBAL APPEND PROPERTY fairpca_parts fairpca_${name})
  endif()
  foreach(dependency IN LISTS PART_DEPENDS)
    get_property(below GLOBAL PROPERTY fairpca_closure_${dependency})
    list(APPEND closure ${below})
  endforeach()
  list(REMOVE_DUPLICATES closure)
  set_property(GLOBAL PROPERTY fairpca_closure_${name} "${closure}")
endfunction()

# Puts a text file of a part into the program, as the constant `constant` that `header` declares.
#
#   fairpca_embed(page report.css kReportStyle page/assets.h)
function(fairpca_embed part file constant header)
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${part}/${file})
  set(made ${CMAKE_CURRENT_BINARY_DIR}/${part}/${file}.cpp)
  add_custom_command(OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -D FILE=${source} -D NAME=${constant} -D HEADER=${header}
            -D OUTPUT=${made} -P ${script}
    DEPENDS ${source} ${script} VERBATIM)
  target_sources(fairpca_${part} PRIVATE ${made})
endfunction()

# The tests themselves need no speed, and compile faster with less.
function(fairpca_test_flags target)
  target_compile_options(${target} PRIVATE -O1 -Wno-missing-field-initializers)
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${target} PRIVATE fairpca_flags GTest::gtest_main GTest::gmock
    nlohmann_json::nlohmann_json fmt::fmt ZLIB::ZLIB Eigen3::Eigen Threads::Threads
    fairpca_libsvm fairpca_openblas)
endfunction()

# A test program of all tests/<name>/*_test.cpp, linked with that part and what it depends on,
# nothing else.
#
#   fairpca_part_test(moments)
function(fairpca_part_test name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*_test.cpp)
  get_property(closure GLOBAL PROPERTY fairpca_closure_${name})
  add_executable(test_${name} ${sources})
  target_link_libraries(test_${name} PRIVATE ${closure} ${ARGN} test_support)
  fairpca_test_flags(test_${name})
  target_precompile_headers(test_${name} REUSE_FROM test_precompiled)
  fairpca_unity(test_${name})
  set_target_properties(test_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name})
  gtest_discover_tests(test_${name} TEST_PREFIX "${name}/" DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT 600)
endfunction()
