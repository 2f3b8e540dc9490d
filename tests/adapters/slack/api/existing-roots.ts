import type { Roots } from '../../../../src/adapters/slack/api/roots.ts';

/** Every thread has the message that it begins with. */
export const existingRoots: Roots = { saw: () => {}, removed: () => {}, check: async () => {} };
