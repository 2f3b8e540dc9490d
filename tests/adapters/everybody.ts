import type { DenialOf } from '../../src/store/inbound.ts';

/** Whoever comes may do everything. */
export const everybody: DenialOf = () => undefined;
