// Preloaded into a program: SHOAL_FAULT=rename:2 makes its second rename fail and then creates the file that
// SHOAL_FAULT_FIRED names. The folder that SHOAL_STALLING names is a disk that stalls while it holds a file
// "stall". Programs that it starts are not affected.

#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "fault_points.hpp"

namespace {

[[gnu::constructor]] void arm() {
    const char* const wanted = std::getenv("SHOAL_FAULT");
    if (const char* const folder = std::getenv("SHOAL_STALLING")) {
        shoal::test::setStalling(folder);
    }
    ::unsetenv("LD_PRELOAD");
    if (wanted == nullptr) {
        return;
    }
    const std::string text = wanted;
    const auto colon = text.find(':');
    if (const auto kind = shoal::test::faultNamed(text.substr(0, colon));
        kind && colon != std::string::npos) {
        shoal::test::armFault(*kind, std::atoi(text.c_str() + colon + 1));
    }
}

[[gnu::destructor]] void tell() {
    const char* const file = std::getenv("SHOAL_FAULT_FIRED");
    if (shoal::test::disarmFault() && file != nullptr) {
        ::close(::open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    }
}

}  // namespace
