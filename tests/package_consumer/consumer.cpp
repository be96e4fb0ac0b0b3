// SPDX-License-Identifier: BSD-3-Clause
// Fits and applies a PCA through the installed package; run.cmake compares what it prints.
#include <cstdio>
#include <string>

#include <fairpca/error.h>
#include <fairpca/fit/fit.h>
#include <fairpca/model/model_file.h>
#include <fairpca/rows/matrix_rows.h>

int main(int argc, char** argv) {
  fairpca::RowMatrix rows(4, 2);
  rows << 13, 20, 7, 20, 10, 21, 10, 19;
  fairpca::MatrixRows source{fairpca::RowsRef(rows)};
  fairpca::FitSettings settings;
  settings.dimensions.wanted = fairpca::Index{1};
  fairpca::Fit fit = fairpca::fit_rows(source, settings).fit;

  // Matrices and strings made in the library are grown, moved and freed here, and the reverse.
  fairpca::RowMatrix coordinates = fit.model.transform(rows);
  coordinates.conservativeResize(5, 1);
  coordinates(4, 0) = 1;
  const fairpca::RowMatrix back = fit.model.inverse_transform(coordinates);
  fit.model.mean = fairpca::Vector::Constant(2, 1.0);
  fairpca::write_model(fit.model, argv[argc - 1]);
  const fairpca::Model read = fairpca::read_model(argv[argc - 1]);

  std::printf("ratio %g certified %d\n", fit.report.explained_variance_ratio,
              fit.report.certified ? 1 : 0);
  std::printf("coordinates %g %g %g %g\n", coordinates(0, 0), coordinates(1, 0),
              coordinates(2, 0) + 0.0, coordinates(3, 0) + 0.0);
  std::printf("back %g %g\n", back(4, 0), back(4, 1));
  std::printf("mean %g %g of %s\n", read.mean(0), read.mean(1), read.method.c_str());
  try {
    settings.dimensions.wanted = fairpca::Index{3};
    source.rewind();
    fairpca::fit_rows(source, settings);
  } catch (const fairpca::InvalidArgument&) {
    std::puts("rejected");
  }
}
