// SPDX-License-Identifier: BSD-3-Clause
#include "scaling/point.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fairpca/fit/fit.h"
#include "report/peak_memory.h"

namespace fairpca::scaling {
namespace {

constexpr const char* kHeader =
    "axis,method,rows,features,dimensions,groups,status,seconds,memory_bytes,eigensolves,"
    "iterations";

/// What a child sends to its parent.
struct Measured {
  char status[32] = {};
  double seconds = 0, memory_bytes = 0;
  Index eigensolves = 0, iterations = 0;
};

double processor_seconds() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// From here on the peak of this process is that of what it does next; returns what it holds.
double restart_peak() {
  malloc_trim(0);  // what was freed before would be used first, and not be seen
  std::ofstream("/proc/self/clear_refs") << "5";
  return static_cast<double>(peak_memory_bytes());
}

void set_status(Measured& measured, const std::string& status) {
  std::strncpy(measured.status, status.c_str(), sizeof(measured.status) - 1);
}

FitSettings settings_of(const std::string& method, const Sizes& sizes) {
  FitSettings settings{.method = method, .dimensions = {.wanted = sizes.dimensions}};
  // The default delta = 0 has a closed form, that of mean-matching-pca: this one is searched for.
  if (method == "constrained-fair-pca") settings.options = {{"relative_delta", 0.1}};
  return settings;
}

Measured measure_here(const std::string& method, const SyntheticTable& table) {
  Measured measured;
  const FitSettings settings = settings_of(method, table.sizes());
  MatrixRows rows(table.view());
  const double before = restart_peak();
  const double start = processor_seconds();
  for (int fits = 0; processor_seconds() - start < 0.2; ++fits) {
    rows.rewind();
    const Fit fit = fit_rows(rows, settings).fit;
    measured.seconds = (processor_seconds() - start) / (fits + 1);
    if (fits > 0) continue;
    measured.memory_bytes = static_cast<double>(peak_memory_bytes()) - before;
    measured.eigensolves = fit.report.eigensolves;
    measured.iterations = fit.report.mmd ? fit.report.mmd->evaluations : fit.report.iterations;
    set_status(measured, to_string(fit.report.status));
  }
  return measured;
}

[[noreturn]] void run_child(int out, const std::string& method, const SyntheticTable& table,
                            double cap) {
  const auto most = static_cast<rlim_t>(std::ceil(cap));
  const rlimit limit{.rlim_cur = most, .rlim_max = most};
  setrlimit(RLIMIT_CPU, &limit);
  Measured measured;
  try {
    measured = measure_here(method, table);
  } catch (const InvalidArgument& error) {
    fmt::print(stderr, "{}: {}\n", method, error.what());
    set_status(measured, "rejected");
  }
  _exit(write(out, &measured, sizeof(measured)) == sizeof(measured) ? 0 : 1);
}

}  // namespace

Index Point::value() const {
  switch (axis) {
    case Axis::kRows:
      return sizes.rows;
    case Axis::kFeatures:
      return sizes.features;
    case Axis::kDimensions:
      return sizes.dimensions;
    case Axis::kGroups:
      break;
  }
  return sizes.groups;
}

bool Point::is_whole() const {
  return status != "over-cap" && status != "rejected";
}

double Point::steps() const {
  return static_cast<double>(std::max<Index>(1, iterations));
}

Point measure(Axis axis, const std::string& method, const SyntheticTable& table, double cap) {
  int ends[2] = {};
  if (pipe(ends) != 0) throw std::runtime_error("no pipe to a child");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) run_child(ends[1], method, table, cap);
  close(ends[1]);
  Measured measured;
  const bool is_told = read(ends[0], &measured, sizeof(measured)) == sizeof(measured);
  close(ends[0]);
  int state = 0;
  waitpid(child, &state, 0);
  if (!is_told) {
    const bool is_capped =
        WIFSIGNALED(state) && (WTERMSIG(state) == SIGXCPU || WTERMSIG(state) == SIGKILL);
    if (!is_capped) throw std::runtime_error(method + ": the fit ended without a result");
    measured.seconds = cap;
    set_status(measured, "over-cap");
  }
  return {axis,
          method,
          table.sizes(),
          measured.status,
          measured.seconds,
          measured.memory_bytes,
          measured.eigensolves,
          measured.iterations};
}

std::vector<Point> read_points(const std::filesystem::path& file) {
  std::vector<Point> points;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    std::string axis;
    Point point;
    Sizes& sizes = point.sizes;
    words >> axis >> point.method >> sizes.rows >> sizes.features >> sizes.dimensions >>
        sizes.groups >> point.status >> point.seconds >> point.memory_bytes >> point.eigensolves >>
        point.iterations;
    if (!words) throw std::runtime_error(fmt::format("{}: not a point: {}", file.string(), line));
    point.axis = *std::find_if(std::begin(kAxes), std::end(kAxes) - 1,
                               [&](Axis one) { return name_of(one) == axis; });
    points.push_back(point);
  }
  return points;
}

void append_point(const std::filesystem::path& file, const Point& point) {
  const bool is_new = !std::filesystem::exists(file);
  std::ofstream out(file, std::ios::app);
  if (is_new) out << kHeader << '\n';
  const Sizes& sizes = point.sizes;
  out << fmt::format("{},{},{},{},{},{},{},{:.6g},{:.0f},{},{}\n", name_of(point.axis),
                     point.method, sizes.rows, sizes.features, sizes.dimensions, sizes.groups,
                     point.status, point.seconds, point.memory_bytes, point.eigensolves,
                     point.iterations);
  if (!out.flush()) throw std::runtime_error(fmt::format("{} cannot be written", file.string()));
}

}  // namespace fairpca::scaling
