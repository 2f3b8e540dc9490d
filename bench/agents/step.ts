import type { Attacked } from '../attack/ground.ts';

/** The steps of each agent's task, in their order, with what must hold. */
export const steps = {
	start: 'it starts in its box and opens a session',
	write: 'its tool writes a file',
	shell: 'its shell runs a command on that file',
	next: 'the living session does the next prompt',
	ask: 'it asks with the change that it wants to make, does it when it may, and leaves it when it may not',
	calls:
		'all its calls came with the key of the operator, offered nothing that the provider runs, and the ledger counts them right',
	folder: 'settings that lie in its folder run nothing and lead nowhere else',
	names: 'it looked up no name, or only those that are known',
	connects: 'it connected to nothing but the gateway and its own name server',
	unpaid: 'a provider that wants money first makes its prompt fail, with a sentence',
	stop: 'a prompt that is called off is over within 1 s',
	end: 'nothing of it is alive when its box has ended',
} as const;

export type StepName = keyof typeof steps;
export type Runtime = Exclude<Attacked, 'crun'>;

/** How a step went. `seen`: a few words. */
export type Outcome =
	| { readonly kind: 'held'; readonly seen: string }
	| { readonly kind: 'failed'; readonly seen: string }
	/** Nothing can be said of it here, and why. */
	| { readonly kind: 'open'; readonly seen: string };

export interface Verdict {
	readonly agent: string;
	readonly runtime: Runtime;
	readonly step: StepName;
	readonly outcome: Outcome;
}

/** In the shape that all suites share. */
export interface AgentRow {
	readonly suite: 'agents';
	readonly name: string;
	readonly value: string;
	readonly unit: 'sign';
	readonly goal: string;
	/** Absent where nothing can be said. */
	readonly met?: boolean;
	readonly runtime: Runtime;
}

/** Pure. */
export function rowOf({ agent, runtime, step, outcome: { kind, seen } }: Verdict): AgentRow {
	return {
		suite: 'agents',
		name: `${agent}/${step}`,
		value: seen,
		unit: 'sign',
		goal: steps[step],
		...(kind !== 'open' && { met: kind === 'held' }),
		runtime,
	};
}

const words = { held: 'held', failed: 'FAILED', open: '-' } as const;

/** For people. Pure. */
export function lineOf({ agent, runtime, step, outcome: { kind, seen } }: Verdict): string {
	return `${words[kind].padEnd(7)}${`${agent}/${step}`.padEnd(18)} ${runtime}: ${seen}`;
}

/** `12 passed, 0 failed, 2 skipped`, as every suite closes. Pure. */
export function closingLine(verdicts: readonly Verdict[]): string {
	const count = (kind: Outcome['kind']) => verdicts.filter(({ outcome }) => outcome.kind === kind).length;
	return `${count('held')} passed, ${count('failed')} failed, ${count('open')} skipped`;
}
