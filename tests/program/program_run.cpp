#include "program/program_run.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(20);

std::vector<std::string> environmentFor(const ProgramCall& call) {
    std::map<std::string, std::string> variables;
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string text = *each;
        const std::size_t equals = text.find('=');
        variables[text.substr(0, equals)] = text.substr(equals + 1);
    }
    const std::string home = (call.home.empty() ? call.folder / ".home" : call.home).string();
    variables["HOME"] = home;
    // Compiling shaders for software rendering takes a second in every program. Mesa would keep them below
    // HOME, where each test has a folder of its own and counts its files.
    variables["MESA_SHADER_CACHE_DIR"] = SHOAL_SHADER_CACHE;
    for (const char* name :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "DISPLAY", "WAYLAND_DISPLAY"}) {
        variables.erase(name);
    }
    for (const auto& [name, value] : call.environment) {
        variables[name] = value;
    }
    std::vector<std::string> list;
    for (const auto& [name, value] : variables) {
        if (!value.empty()) {
            list.push_back(name + "=" + value);
        }
    }
    return list;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// Creates a file for output outside the program's working folder; returns its path.
fs::path outputFile() {
    std::string name = (fs::temp_directory_path() / "shoal-output-XXXXXX").string();
    ::close(::mkstemp(name.data()));
    return name;
}

int statusOf(int raw) {
    return WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : WEXITSTATUS(raw);
}

}  // namespace

std::string shoalProgram() {
    const char* named = std::getenv("SHOAL_PROGRAM");
    return named == nullptr ? SHOAL_PROGRAM : named;
}

RunningProgram::RunningProgram(const std::string& program, const ProgramCall& call)
    : m_mostSeconds(call.maxSeconds), m_out(outputFile()), m_err(outputFile()) {
    std::vector<std::string> arguments = call.arguments;
    arguments.insert(arguments.begin(), program);
    std::vector<std::string> environment = environmentFor(call);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, m_out.c_str(), O_WRONLY | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, m_err.c_str(), O_WRONLY | O_TRUNC, 0600);
    if (!call.folder.empty()) {
        posix_spawn_file_actions_addchdir_np(&actions, call.folder.c_str());
    }
    // A test run under nohup, or in a shell's background, ignores signals; the program must not inherit that.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    for (const int number : {SIGHUP, SIGINT, SIGPIPE}) {
        sigaddset(&usual, number);
    }
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int failed = posix_spawnp(&m_pid, program.c_str(), &actions, &attributes,
                                    pointersTo(arguments).data(), pointersTo(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        throw std::runtime_error("cannot start " + program + ": is it built or installed?");
    }
}

RunningProgram::~RunningProgram() {
    if (isRunning()) {
        signal(SIGKILL);
        ::waitpid(m_pid, &m_rawStatus, 0);
    }
    std::error_code ignored;
    fs::remove(m_out, ignored);
    fs::remove(m_err, ignored);
}

void RunningProgram::signal(int number) const {
    ::kill(m_pid, number);
}

bool RunningProgram::isRunning() {
    if (!m_hasEnded && ::waitpid(m_pid, &m_rawStatus, WNOHANG) == m_pid) {
        m_hasEnded = true;
    }
    return !m_hasEnded;
}

ProgramResult RunningProgram::wait() {
    const bool hasEnded = waitUntil([this] { return !isRunning(); }, m_mostSeconds);
    if (!hasEnded) {
        signal(SIGKILL);
        ::waitpid(m_pid, &m_rawStatus, 0);
        m_hasEnded = true;
    }
    ProgramResult result{statusOf(m_rawStatus), readText(m_out), readText(m_err)};
    if (!hasEnded) {
        result.err += "\n(killed: it ran for too long)";
    }
    return result;
}

std::string RunningProgram::outSoFar() const {
    return readText(m_out);
}

std::string RunningProgram::errSoFar() const {
    return readText(m_err);
}

ProgramResult runShoal(const ProgramCall& call) {
    return RunningProgram(shoalProgram(), call).wait();
}

ProgramResult runShoal(const ScratchFolder& scratch, std::vector<std::string> arguments) {
    return runShoal({.arguments = std::move(arguments), .folder = scratch.path(), .home = {}});
}

bool waitUntil(const std::function<bool()>& isDone, double seconds) {
    const std::chrono::duration<double> patience(seconds);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!isDone()) {
        if (std::chrono::steady_clock::now() > end) {
            // A suspended virtual machine may have used up the time: let the program run on, and look once
            // more.
            std::this_thread::sleep_for(patience / 30);
            return isDone();
        }
        std::this_thread::sleep_for(kPollInterval);
    }
    return true;
}

std::string readText(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::vector<std::string> filesIn(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        // A temporary file may be gone by now, so the file system is not asked again.
        names.push_back(entry.path().lexically_relative(folder).string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace shoal::test
