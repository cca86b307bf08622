#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

namespace shoal::test {

/// How a program ended and what it said.
struct ProgramResult {
    int status = -1;  ///< its exit status, or 128 + the signal that ended it
    std::string out;
    std::string err;
};

/// A program to run: no shell between, its own working folder, its own home.
struct ProgramCall {
    std::vector<std::string> arguments;
    std::filesystem::path folder;  ///< works here
    std::filesystem::path home;    ///< HOME and all XDG folders; below `folder` when empty
    std::map<std::string, std::string> environment = {};  ///< on top; an empty value unsets
    double mostSeconds = 240.0;                           ///< killed and failed after that
};

/// The program under test.
std::string shoalProgram();

/// Starts `program`; its output goes to the files `out` and `err`.
class RunningProgram {
public:
    RunningProgram(const std::string& program, const ProgramCall& call);
    ~RunningProgram();
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    void signal(int number) const;
    bool isRunning();

    /// Its end; kills it after `mostSeconds`.
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

/// Runs Shoal to its end.
ProgramResult runShoal(const ProgramCall& call);

/// Waits until `isDone`; false when that takes longer than `seconds`.
bool waitUntil(const std::function<bool()>& isDone, double seconds);

std::string readText(const std::filesystem::path& file);

/// Names of all files below a folder, sorted.
std::vector<std::string> filesIn(const std::filesystem::path& folder);

}  // namespace shoal::test
