// Compiled so that its results would differ between machines.
#include "nudge.cpp"
