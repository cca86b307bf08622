// A program whose rule is compiled with fused multiply-add; it ends before main().
#include SPRING

int main() {}
