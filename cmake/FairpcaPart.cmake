# One folder of src/ is one part: an object library that sees only the parts it may depend on
# (docs/architecture.md).  The library fairpca is all parts together.
#
#   fairpca_part(moments SOURCES moments.cpp ... DEPENDS rows)
add_library(fairpca_flags INTERFACE)
target_compile_options(fairpca_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  $<$<BOOL:${FAIRPCA_WARNINGS_AS_ERRORS}>:-Werror>)
# Eigen's large products go to OpenBLAS.  The alignment is part of the ABI: see matrix.h.
target_compile_definitions(fairpca_flags INTERFACE EIGEN_MAX_ALIGN_BYTES=64 EIGEN_USE_BLAS)

# Compiles ten files at a time where FAIRPCA_UNITY asks for it: most of the time goes into headers.
function(fairpca_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${FAIRPCA_UNITY} UNITY_BUILD_BATCH_SIZE 10)
  if(FAIRPCA_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A file's own class may hold a type of its unnamed namespace, also when another includes it.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

function(fairpca_part name)
  cmake_parse_arguments(PART "" "" "SOURCES;DEPENDS;LINKS" ${ARGN})
  add_library(fairpca_${name} OBJECT ${PART_SOURCES})
  target_include_directories(fairpca_${name}
    PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(fairpca_${name}
    PUBLIC Eigen3::Eigen Threads::Threads fairpca_openblas
    PRIVATE fairpca_flags fmt::fmt ${PART_LINKS})
  target_compile_definitions(fairpca_${name} PUBLIC EIGEN_MAX_ALIGN_BYTES=64)
  fairpca_unity(fairpca_${name})
  set(closure fairpca_${name})
  foreach(dependency IN LISTS PART_DEPENDS)
    get_property(below GLOBAL PROPERTY fairpca_closure_${dependency})
    list(APPEND closure ${below})
  endforeach()
  list(REMOVE_DUPLICATES closure)
  set_property(GLOBAL PROPERTY fairpca_closure_${name} "${closure}")
  set_property(GLOBAL APPEND PROPERTY fairpca_parts fairpca_${name})
endfunction()

# The tests themselves need no speed, and compile faster with less.
function(fairpca_test_flags target)
  target_compile_options(${target} PRIVATE -O1)
  target_link_libraries(${target} PRIVATE fairpca_flags GTest::gtest_main GTest::gmock
    fmt::fmt ZLIB::ZLIB Eigen3::Eigen Threads::Threads fairpca_liblinear fairpca_openblas)
endfunction()

# A test program for one part, linked with that part and what it depends on, nothing else.
#
#   fairpca_part_test(moments SOURCES moments_test.cpp ... [LINKS ...])
function(fairpca_part_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LINKS" ${ARGN})
  get_property(closure GLOBAL PROPERTY fairpca_closure_${name})
  add_executable(test_${name} ${TEST_SOURCES})
  target_include_directories(test_${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(test_${name} PRIVATE ${closure} ${TEST_LINKS})
  fairpca_test_flags(test_${name})
  target_precompile_headers(test_${name} REUSE_FROM test_precompiled)
  fairpca_unity(test_${name})
  gtest_discover_tests(test_${name} TEST_PREFIX "${name}/" DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT 600)
endfunction()
