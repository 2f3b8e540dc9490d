import type { Attack, Family } from './attack.ts';
import { airlock } from './families/airlock.ts';
import { botProcess } from './families/bot-process.ts';
import { boxes } from './families/boxes.ts';
import { escapes } from './families/escapes.ts';
import { floods } from './families/floods.ts';
import { foreignNames } from './families/foreign-names.ts';
import { hijacked } from './families/hijacked.ts';
import { inputs } from './families/inputs.ts';
import { network } from './families/network.ts';
import { outputs } from './families/outputs.ts';
import { processes } from './families/processes.ts';
import { racesOnOutputs } from './families/races.ts';
import { readers } from './families/readers.ts';
import { repositories } from './families/repositories.ts';
import { runningTools } from './families/running-tools.ts';
import { sweeps } from './families/sweeps.ts';
import { systemCalls } from './families/system-calls.ts';
import { toolRuns } from './families/tools.ts';

/** All attacks, in the order in which they are made: what may end a sandbox comes last. */
export const families: readonly Family[] = [
	systemCalls,
	escapes,
	processes,
	foreignNames,
	network,
	airlock,
	boxes,
	hijacked,
	botProcess,
	toolRuns,
	runningTools,
	inputs,
	outputs,
	racesOnOutputs,
	readers,
	repositories,
	floods,
	sweeps,
];

export const attacks: readonly Attack[] = families.flatMap((family) => family.attacks);
