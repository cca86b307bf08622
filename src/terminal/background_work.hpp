#pragma once

namespace shoal {

/// Lowers this process's priority, sends its progress to its parent, and ends it soon after its standard
/// input ends. The parent process holds the other end open, so the child never outlives it. Call it after
/// creating an Interruption and before starting any other thread.
void workInBackground();

}  // namespace shoal
