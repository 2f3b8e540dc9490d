import type { Attack, Family } from './attack.ts';
import { escapes } from './families/escapes.ts';
import { floods } from './families/floods.ts';
import { foreignNames } from './families/foreign-names.ts';
import { processes } from './families/processes.ts';
import { sweeps } from './families/sweeps.ts';
import { systemCalls } from './families/system-calls.ts';

/** All attacks, in the order in which they are made: what may end a sandbox comes last. */
export const families: readonly Family[] = [systemCalls, escapes, processes, foreignNames, floods, sweeps];

export const attacks: readonly Attack[] = families.flatMap((family) => family.attacks);
