#pragma once

namespace shoal {

/// Makes this process give way to others, and end soon after its standard input does: whoever started it
/// keeps the other end of that, so that it never outlives them. Call it after an Interruption was created
/// and before any other thread.
void workInBackground();

}  // namespace shoal
