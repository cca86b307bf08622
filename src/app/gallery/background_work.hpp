#pragma once

namespace shoal {

/// Lowers this process's priority, and ends it soon after its standard input ends. The process that started
/// it keeps the other end open, so that it never outlives that one. Call it after an Interruption was created
/// and before any other thread.
void workInBackground();

}  // namespace shoal
