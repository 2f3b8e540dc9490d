import type { Roots } from '../../../../src/adapters/slack/api/roots.ts';

/** Every thread has the message that it begins with. */
export const standingRoots: Roots = { saw: () => {}, removed: () => {}, check: async () => {} };
