/**
 * Tries of one spec. Most of what repairing gains, it gains in two rounds (arXiv 2604.10508), and a fresh sample is as good as a third
 * (Olausson et al., ICLR 2024): write, repair, repair, write afresh.
 */
export const mostTries = 4;
