# LIBSVM, the shared library: support vector machines with an RBF kernel.
#
# Defines the imported target fairpca_libsvm.  It needs no BLAS; wheels take it along (auditwheel).
find_library(Libsvm_LIBRARY NAMES svm)
find_path(Libsvm_INCLUDE_DIR NAMES svm.h PATH_SUFFIXES libsvm)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libsvm REQUIRED_VARS Libsvm_LIBRARY Libsvm_INCLUDE_DIR)
if(Libsvm_FOUND AND NOT TARGET fairpca_libsvm)
  add_library(fairpca_libsvm INTERFACE IMPORTED)
  set_target_properties(fairpca_libsvm PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${Libsvm_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${Libsvm_LIBRARY}")
endif()
mark_as_advanced(Libsvm_LIBRARY Libsvm_INCLUDE_DIR)
