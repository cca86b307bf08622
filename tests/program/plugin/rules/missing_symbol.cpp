// A plugin that does not link the library of a function that it calls.

void notDefinedAnywhere(int);

const bool wasRun = (notDefinedAnywhere(1), true);
