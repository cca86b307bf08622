#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

#include "scratch_folder.hpp"

namespace shoal::test {

/// Exit status and output of a finished program.
struct ProgramResult {
    int status = -1;  ///< exit status, or 128 + the signal that ended it
    std::string out;
    std::string err;
};

/// A program to run without a shell, with its own working folder and home.
struct ProgramCall {
    std::vector<std::string> arguments;
    std::filesystem::path folder;  ///< working folder
    std::filesystem::path home;    ///< HOME, with all XDG folders below it; below `folder` if empty
    std::map<std::string, std::string> environment = {};  ///< added; an empty value unsets it
    double maxSeconds = 240.0;                            ///< [s] after that it is killed and the test fails
};

/// The program under test.
std::string shoalProgram();

/// Runs `program` in the background; its output goes to temporary files.
class RunningProgram {
public:
    RunningProgram(const std::string& program, const ProgramCall& call);
    ~RunningProgram();
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    void signal(int number) const;
    bool isRunning();

    /// Waits for the program to end; kills it after `maxSeconds`.
    ProgramResult wait();

    std::string outSoFar() const;
    std::string errSoFar() const;
    pid_t pid() const { return m_pid; }

private:
    pid_t m_pid = -1;
    bool m_hasEnded = false;
    int m_rawStatus = 0;
    double m_mostSeconds;
    std::filesystem::path m_out;
    std::filesystem::path m_err;
};

/// Runs Shoal until it ends.
ProgramResult runShoal(const ProgramCall& call);
/// The same in a scratch folder.
ProgramResult runShoal(const ScratchFolder& scratch, std::vector<std::string> arguments);

/// Waits until `isDone`; returns false if it is not after `seconds`, nor a thirtieth of them later.
bool waitUntil(const std::function<bool()>& isDone, double seconds);

std::string readText(const std::filesystem::path& file);

/// Returns the names of all files below a folder, sorted.
std::vector<std::string> filesIn(const std::filesystem::path& folder);

}  // namespace shoal::test
