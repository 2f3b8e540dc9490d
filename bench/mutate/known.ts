import type { Known } from './survivors.ts';

/** The mutants that may survive, by file. */
export const known: readonly Known[] = [];
