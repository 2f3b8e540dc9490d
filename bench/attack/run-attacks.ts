import { messageOf } from '../../src/base/errors.ts';
import type { RuntimeChoice } from '../../src/sandbox/podman/service/runtimes.ts';
import type { Attack, Need, Trial } from './attack.ts';
import { openRange, type Range } from './range/range.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** What came of one attack on one runtime. */
export interface Result {
	readonly attack: Attack;
	readonly runtime: string;
	readonly verdict: Verdict;
	/** The signs of attack and control, or why it could not be made. */
	readonly seen: string;
	readonly control?: string;
}

export interface AttackContext {
	/** Fires when the person leaves: what there is by then is the result. */
	readonly signal: AbortSignal;
	say(line: string): void;
	onResult(result: Result): void;
}

/** Makes the attacks one after the other. Rejects when there is no sandbox to attack on this runtime; one that breaks counts as failed. */
export async function runAttacks(
	runtime: RuntimeChoice,
	attacks: readonly Attack[],
	{ signal, say, onResult }: AttackContext,
): Promise<void> {
	await using range = await openRange({ runtime, signal, say });
	for (const attack of attacks) {
		const result = await tryAttack(range, attack, runtime);
		if (signal.aborted) return;
		onResult(result);
	}
}

/** Promises that this host does not keep, as its operator knows. */
const lacking: ReadonlySet<Need> = new Set();

export async function tryAttack(range: Range, attack: Attack, runtime: string): Promise<Result> {
	try {
		return resultOf(attack, runtime, await attack.run(range));
	} catch (error) {
		return { attack, runtime, verdict: 'failed', seen: `could not be made: ${messageOf(error)}` };
	}
}

function resultOf(attack: Attack, runtime: string, trial: Trial): Result {
	const verdict = verdictOf(attack, trial, lacking);
	return { attack, runtime, verdict, seen: trial.attack.sign, control: trial.control.sign };
}
