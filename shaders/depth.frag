#version 430 core

// Only the depth counts: for the shadow map.
void main() {}
