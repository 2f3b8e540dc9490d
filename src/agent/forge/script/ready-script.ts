import type { ToolResult } from '../../tool.ts';
import { faultLines } from '../order/refusal.ts';
import type { CallParts } from '../run/parts-for.ts';
import type { Fault } from '../spec/fault.ts';
import { specOf } from '../spec/gate.ts';
import { lookFirst } from '../spec/look-first.ts';
import { readCall } from './read-call.ts';
import { type ScriptOrder, scriptOrder } from './script-order.ts';
import { scriptRuns } from './script-runs.ts';
import { watchRuns } from './watch.ts';

/** An order that can be worked on, or the answer where there is none. */
export type ReadyScript =
	| { readonly order: ScriptOrder['order']; readonly taken: readonly string[] }
	| { readonly answer: ToolResult };

/** Reads a call of `forge_from_script`, and learns what the script does. Rejects with the signal's reason, or when the machine is broken. */
export async function readyScript(given: unknown, { deps, context }: CallParts): Promise<ReadyScript> {
	const read = readCall(given);
	if ('faults' in read) return refused(read.faults);
	const { path, named, taken } = read;
	const watched = await watchRuns(path, scriptRuns(context.session.history().messages), context);
	if ('problem' in watched) return refused([{ at: 'path', says: `${path} ${watched.problem}` }]);
	const { order, faults } = await scriptOrder(named, watched.runs);
	if (faults.length > 0) return refused(faults);
	// Whoever has a script does not want another tool that is like it; one of that name is another matter.
	const there = await lookFirst(specOf(order), true, { deps, context });
	return there === undefined ? { order, taken } : { answer: { ok: true, text: there } };
}

function refused(faults: readonly Fault[]): ReadyScript {
	const head = `The script cannot be taken for ${faults.length === 1 ? '1 reason' : `${faults.length} reasons`}:`;
	return { answer: { ok: false, text: [head, ...faultLines(faults)].join('\n') } };
}
