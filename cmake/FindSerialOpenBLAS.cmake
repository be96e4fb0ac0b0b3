# The single-threaded build of OpenBLAS with LAPACK, linked statically: fairpca parallelises over a
# partition of its own, and must neither change nor inherit the thread count of a host's BLAS.
#
# Defines the imported target fairpca_openblas.  Several threads call it at once, and its work
# buffers have no lock: requests for them are sent to src/blas/blas_buffers.cpp, which the library contains.
find_library(SerialOpenBLAS_LIBRARY NAMES libopenblas.a
             PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} /usr/lib /usr/local/lib
             PATH_SUFFIXES openblas-serial NO_DEFAULT_PATH)
find_library(SerialOpenBLAS_LIBRARY NAMES libopenblas.a)
find_library(SerialOpenBLAS_GFORTRAN NAMES gfortran
             PATHS ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES} ${CMAKE_C_IMPLICIT_LINK_DIRECTORIES})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SerialOpenBLAS
  REQUIRED_VARS SerialOpenBLAS_LIBRARY SerialOpenBLAS_GFORTRAN)
if(SerialOpenBLAS_FOUND AND NOT TARGET fairpca_openblas)
  add_library(fairpca_openblas INTERFACE IMPORTED)
  set_target_properties(fairpca_openblas PROPERTIES
    INTERFACE_LINK_OPTIONS "LINKER:--wrap=blas_memory_alloc,--wrap=blas_memory_free,--undefined=__wrap_blas_memory_alloc"
    INTERFACE_LINK_LIBRARIES "${SerialOpenBLAS_LIBRARY};${SerialOpenBLAS_GFORTRAN};m")
endif()
mark_as_advanced(SerialOpenBLAS_LIBRARY SerialOpenBLAS_GFORTRAN)
