# LIBLINEAR, linked statically: the shared one brings a BLAS of its own choice along.
#
# Defines the imported target fairpca_liblinear; its BLAS calls go to fairpca_openblas, so find
# SerialOpenBLAS first.  Debian's archive is not position-independent: programs can hold it, shared
# objects cannot.
find_library(StaticLiblinear_LIBRARY NAMES liblinear.a)
find_path(StaticLiblinear_INCLUDE_DIR NAMES linear.h PATH_SUFFIXES liblinear)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(StaticLiblinear
  REQUIRED_VARS StaticLiblinear_LIBRARY StaticLiblinear_INCLUDE_DIR)
if(StaticLiblinear_FOUND AND NOT TARGET fairpca_liblinear)
  add_library(fairpca_liblinear INTERFACE IMPORTED)
  set_target_properties(fairpca_liblinear PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${StaticLiblinear_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${StaticLiblinear_LIBRARY};fairpca_openblas")
endif()
mark_as_advanced(StaticLiblinear_LIBRARY StaticLiblinear_INCLUDE_DIR)
