// SPDX-License-Identifier: BSD-3-Clause
// Owns the precompiled headers that the test programs share; a program, so that all flags agree.
int main() {}
