import { messageOf } from '../../src/base/errors.ts';
import type { Attack, Trial } from './attack.ts';
import { type Bounds, boundsOf, type Ground, sparedBy } from './ground.ts';
import { openRange, type Range } from './range/range.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** What came of one attack on one ground. */
export interface Result {
	readonly attack: Attack;
	readonly ground: Ground;
	readonly verdict: Verdict;
	/** The sign of the attack, or why it could not be made. */
	readonly seen: string;
	readonly control?: string;
	/** Why it is not enforceable here, or does not apply. */
	readonly why?: string;
}

export interface AttackContext {
	/** Fires when the person leaves: what there is by then is the result. */
	readonly signal: AbortSignal;
	say(line: string): void;
	onResult(result: Result): void;
}

/** What is to be made on the next ground, after what was made on others. Pure. */
export function dueAfter(before: readonly Result[], attacks: readonly Attack[]): readonly Attack[] {
	return attacks.filter((attack) => attack.pace !== 'heavy' || before.every((one) => one.attack !== attack));
}

/** Makes the attacks one after the other. Rejects when there is no sandbox to attack on this ground; one that breaks counts as failed. */
export async function runAttacks(
	ground: Ground,
	attacks: readonly Attack[],
	{ signal, say, onResult }: AttackContext,
): Promise<void> {
	await using range = await openRange({ runtime: ground.runtime, signal, say });
	const bounds = boundsOf(ground);
	for (const attack of attacks) {
		const result = await tryAttack(range, attack, { ground, bounds });
		if (signal.aborted) return;
		onResult(result);
	}
}

/** Where an attack is made, and what is known of that. */
export interface Place {
	readonly ground: Ground;
	readonly bounds: Bounds;
}

export async function tryAttack(range: Range, attack: Attack, { ground, bounds }: Place): Promise<Result> {
	const spared = sparedBy(attack, bounds);
	if (spared !== undefined) return { attack, ground, verdict: spared.verdict, seen: 'not made', why: spared.why };
	try {
		return resultOf(attack, { ground, bounds }, await attack.run(range));
	} catch (error) {
		return { attack, ground, verdict: 'failed', seen: `could not be made: ${messageOf(error)}` };
	}
}

function resultOf(attack: Attack, { ground, bounds: { lacking } }: Place, trial: Trial): Result {
	const verdict = verdictOf(attack, trial, lacking);
	const lacked = attack.needs?.map((need) => lacking.get(need)).find((one) => one !== undefined);
	const why = { 'not enforceable here': lacked, 'does not apply': trial.control.sign }[String(verdict)];
	return { attack, ground, verdict, seen: trial.attack.sign, control: trial.control.sign, ...(why && { why }) };
}
