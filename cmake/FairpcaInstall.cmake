# Installs the library, its headers and the package that find_package(fairpca) reads.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fairpca)

install(TARGETS fairpca EXPORT fairpca-targets FILE_SET HEADERS)
install(EXPORT fairpca-targets NAMESPACE fairpca:: DESTINATION ${package_dir})
configure_package_config_file(cmake/fairpca-config.cmake.in
  ${PROJECT_BINARY_DIR}/fairpca-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fairpca-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/fairpca-config.cmake
  ${PROJECT_BINARY_DIR}/fairpca-config-version.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindSerialOpenBLAS.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindLibsvm.cmake
  DESTINATION ${package_dir})
if(TARGET fairpca_cli)
  install(TARGETS fairpca_cli)
endif()
