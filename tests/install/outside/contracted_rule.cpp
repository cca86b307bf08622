// A program whose rule is compiled with fused multiply-add; it ends before main().
#include "spring.cpp"

int main() {}
