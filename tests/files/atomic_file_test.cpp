// SPDX-License-Identifier: BSD-3-Clause
#include "files/atomic_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/temporary_folder.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace atomic_file_test {

mode_t mode_of(const std::filesystem::path& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

TEST(AtomicFileTest, CommitReplacesTheFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  const auto path = folder.write("model", "old");
  AtomicFile file(path);
  file.write("new ");
  file.write("bytes");
  EXPECT_EQ(folder.read("model"), "old");
  file.commit();
  EXPECT_EQ(folder.read("model"), "new bytes");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(AtomicFileTest, WithoutCommitTheOldFileStaysAndTheTemporaryGoes) {
  const TemporaryFolder folder;
  const auto path = folder.write("model", "old");
  {
    AtomicFile file(path);
    file.write("half");
    EXPECT_EQ(folder.file_count(), 2u);
  }
  EXPECT_EQ(folder.read("model"), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(AtomicFileTest, ANewFileHonoursTheUmaskAndAnExistingOneKeepsItsMode) {
  const TemporaryFolder folder;
  const mode_t umask_before = ::umask(027);
  AtomicFile fresh(folder.file("fresh"));
  fresh.commit();
  ::umask(umask_before);
  EXPECT_EQ(mode_of(folder.file("fresh")), 0640u);

  const auto path = folder.write("kept", "old");
  ::chmod(path.c_str(), 0604);
  AtomicFile kept(path);
  kept.write("new");
  kept.commit();
  EXPECT_EQ(mode_of(path), 0604u);
}

TEST(AtomicFileTest, ASymbolicLinkStaysAndTheFileItNamesIsReplaced) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("store"));
  folder.write("store/real", "old");
  std::filesystem::create_symlink("store/real", folder.file("link"));
  std::filesystem::create_symlink("link", folder.file("link_to_link"));
  AtomicFile file(folder.file("link_to_link"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link_to_link")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_FALSE(std::filesystem::is_symlink(folder.file("store/real")));
  EXPECT_EQ(folder.read("store/real"), "new");
}

TEST(AtomicFileTest, ALinkToNothingMakesTheFileItNames) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("later", folder.file("link"));
  AtomicFile file(folder.file("link"));
  file.write("new");
  file.commit();
  EXPECT_EQ(folder.read("later"), "new");
}

/// Why the file cannot be written.
std::string reason_against(const std::filesystem::path& path) {
  const Message message = rejection_of([&] { AtomicFile file(path); });
  EXPECT_EQ(message.code(), "file-not-writable");
  EXPECT_EQ(message.place().file, path.string());
  return message.argument("reason");
}

TEST(AtomicFileTest, LinksInACircleAreRejected) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("b", folder.file("a"));
  std::filesystem::create_symlink("a", folder.file("b"));
  EXPECT_EQ(reason_against(folder.file("a")), std::strerror(ELOOP));
}

TEST(AtomicFileTest, FoldersAndPathsThroughMissingFoldersAreRejectedWithTheirPath) {
  const TemporaryFolder folder;
  EXPECT_EQ(reason_against(folder.path()), std::strerror(EISDIR));
  EXPECT_EQ(reason_against(folder.file("no/such/model")), std::strerror(ENOENT));
  EXPECT_EQ(rejection_of([&] { AtomicFile file(""); }).code(), "empty-path");
}

TEST(AtomicFileTest, AFileProtectedFromWritingIsNotReplaced) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  const TemporaryFolder folder;
  const auto path = folder.write("kept", "old");
  ::chmod(path.c_str(), 0444);
  EXPECT_EQ(reason_against(path), std::strerror(EACCES));
}

TEST(AtomicFileTest, ANameOfTheGreatestLengthCanBeWritten) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  AtomicFile file(folder.file(name));
  file.write("x");
  file.commit();
  EXPECT_EQ(folder.read(name), "x");
}

TEST(AtomicFileTest, DevicesAndPipesAreWrittenToDirectly) {
  AtomicFile null("/dev/null");
  null.write("gone");
  null.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));

  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = folder.read("pipe"); });
  {
    AtomicFile pipe(folder.file("pipe"));
    pipe.write("through");
    pipe.commit();
  }
  reader.join();
  EXPECT_EQ(received, "through");
  EXPECT_TRUE(std::filesystem::is_fifo(folder.file("pipe")));
}

TEST(AtomicFileTest, AFullDeviceIsReportedWithItsPath) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const Message message = rejection_of([] {
    AtomicFile full("/dev/full");
    full.write(std::string(1 << 16, 'x'));
    full.commit();
  });
  EXPECT_EQ(message.code(), "file-not-writable");
  EXPECT_EQ(message.place().file, "/dev/full");
  EXPECT_EQ(message.argument("reason"), std::strerror(ENOSPC));
}

TEST(AtomicFileTest, ItsStartCanBeWrittenAgainWhereItIsReplaced) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "counted";
  AtomicFile file(path);
  EXPECT_TRUE(file.is_replaced());
  file.write("rows 000");
  file.write("abc");
  file.write_start("rows 003");
  file.write("d");
  file.commit();
  EXPECT_EQ(folder.read("counted"), "rows 003abcd");
  EXPECT_FALSE(AtomicFile("/dev/null").is_replaced());
}

/// Runs in a child process, so that the limit does not outlive the test.
TEST(AtomicFileTest, AWriteThatFailsHalfWayLeavesTheOldFileAndNoOther) {
  const TemporaryFolder folder;
  const auto path = folder.write("model", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100'000, 100'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const Message message = rejection_of([&] {
      AtomicFile file(path);
      for (int i = 0; i < 100; ++i) file.write(std::string(10'000, 'x'));
      file.commit();
    });
    ::_exit(message.argument("reason") == std::strerror(EFBIG) ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "the failed write did not say why";
  EXPECT_EQ(folder.read("model"), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

}  // namespace atomic_file_test
}  // namespace fairpca
