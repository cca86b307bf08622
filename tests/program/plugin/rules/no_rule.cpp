// A shared library that is no plugin.

int answer();
int answer() {
    return 42;
}
