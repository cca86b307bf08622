#pragma once

namespace shoal {

/// What the program tells the shell; scripts depend on these.
enum class ExitStatus {
    done = 0,
    failed = 1,         ///< at run time: a file that cannot be written, memory that ran out
    wrongUsage = 2,     ///< an option, value or name that does not exist
    noGraphics = 3,     ///< no OpenGL 3.3
    badPreset = 4,      ///< a preset that is missing or wrong
    captureFailed = 5,  ///< a picture or film that could not be made
    hungUp = 129,       ///< SIGHUP; 128 + the signal's number
    interrupted = 130,  ///< SIGINT
    brokenPipe = 141,   ///< SIGPIPE: the reader of standard output has gone
    terminated = 143,   ///< SIGTERM
};

}  // namespace shoal
