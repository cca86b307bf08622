#include "terminal/background_work.hpp"

#include <chrono>
#include <thread>

#include "system/process/process.hpp"
#include "system/process/standard_streams.hpp"
#include "terminal/progress.hpp"

namespace shoal {

namespace {

// The window stays smooth, and a busy processor still gives this process a quarter of a core.
constexpr int kNiceness = 5;
// Long enough to draw a tile in software, and to remove a film without frames.
constexpr std::chrono::seconds kPatience{10};

void endWithStandardInput() {
    awaitEndOfInput();
    // The first signal ends the process between two steps, the second one at once.
    requestTermination();
    std::this_thread::sleep_for(kPatience);
    requestTermination();
}

}  // namespace

void workInBackground() {
    Progress::sendToParent();
    lowerProcessPriority(kNiceness);
    std::thread(endWithStandardInput).detach();
}

}  // namespace shoal
