#include "system/process/spawn.hpp"

#include <csignal>

#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace shoal {

int spawnProgram(std::vector<std::string> words, Leaves leaves, const posix_spawn_file_actions_t* actions,
                 pid_t& process) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);

    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    const int group = leaves == Leaves::group ? POSIX_SPAWN_SETPGROUP : POSIX_SPAWN_SETSID;
    ::posix_spawnattr_setflags(&attributes,
                               static_cast<short>(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    ::posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none;
    sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    sigset_t ignored;
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &ignored);

    const int error =
        ::posix_spawnp(&process, pointers.front(), actions, &attributes, pointers.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    return error;
}

}  // namespace shoal
