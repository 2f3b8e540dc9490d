import type { DenialOf } from '../../src/chat/inbound.ts';

/** Whoever comes may do everything. */
export const everybody: DenialOf = () => undefined;
