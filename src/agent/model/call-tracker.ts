import type { ToolCall } from '../../store/journal.ts';
import { isRecord, parseJson } from './json-text.ts';
import { repairArguments } from './repair-arguments.ts';
import type { CallDelta } from './wire-chunk.ts';

interface OpenCall {
	/** Every id under which the server spoke of this call. */
	readonly ids: Set<string>;
	readonly index: number | undefined;
	name: string;
	/** Text pieces joined, or the object that some servers send instead. */
	arguments: unknown;
	extra?: unknown;
}

/** A finished call and what the server wants to see with it again. */
export interface TrackedCall {
	readonly call: ToolCall;
	readonly extra?: unknown;
}

export interface CallTracker {
	/** No call was seen so far. */
	readonly empty: boolean;
	take(delta: CallDelta): void;
	/** The calls, once the stream has ended: arguments may look complete before they are. */
	finish(newId: () => string): readonly TrackedCall[];
}

/**
 * Puts pieces of tool calls together. Servers disagree on what tells one call from the next: ids, then indexes, then
 * order count, and a name that comes again after complete arguments starts a new call.
 */
export function createCallTracker(): CallTracker {
	const calls: OpenCall[] = [];
	return {
		get empty() {
			return !calls.some(isReal);
		},
		take(delta) {
			const known = findCall(calls, delta);
			if (known !== undefined) return extend(known, delta);
			if (isNothing(delta)) return;
			const call: OpenCall = { ids: new Set(), index: delta.index, name: '', arguments: '' };
			calls.push(call);
			extend(call, delta);
		},
		finish: (newId) => calls.filter(isReal).flatMap((call) => finishCall(call, newId)),
	};
}

function findCall(calls: readonly OpenCall[], delta: CallDelta): OpenCall | undefined {
	const { id, index } = delta;
	const byId = id === undefined ? undefined : calls.findLast((call) => call.ids.has(id));
	if (byId !== undefined && (index === undefined || byId.index === undefined || index === byId.index)) return byId;
	const byPlace = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
	if (byPlace === undefined || startsNext(byPlace, delta)) return undefined;
	return byPlace;
}

/** Whether a piece that lands on the place of `call` is the start of another call. */
function startsNext(call: OpenCall, { id, name }: CallDelta): boolean {
	// Some servers mint a new id for each piece; those pieces have no name.
	if (name === undefined || call.name === '') return false;
	if (id !== undefined && call.ids.size > 0) return true;
	return isComplete(call.arguments);
}

function isComplete(value: unknown): boolean {
	return isRecord(value) || (typeof value === 'string' && isRecord(parseJson(value)?.value));
}

function isNothing({ id, name, arguments: piece }: CallDelta): boolean {
	return id === undefined && name === undefined && (piece == null || piece === '');
}

function extend(call: OpenCall, delta: CallDelta): void {
	if (delta.id !== undefined) call.ids.add(delta.id);
	if (delta.name !== undefined) call.name = joinName(call, delta.name);
	if (delta.extra !== undefined) call.extra = delta.extra;
	if (typeof delta.arguments === 'string') {
		call.arguments = typeof call.arguments === 'string' ? call.arguments + delta.arguments : call.arguments;
	} else if (delta.arguments != null) {
		call.arguments = delta.arguments;
	}
}

/** A name may come whole, again with each piece, growing, or (before any arguments) in pieces. */
function joinName(call: OpenCall, name: string): string {
	if (name.startsWith(call.name)) return name;
	return call.arguments === '' && !call.name.endsWith(name) ? call.name + name : call.name;
}

function isReal(call: OpenCall): boolean {
	return call.name !== '' || call.arguments !== '';
}

function finishCall(call: OpenCall, newId: () => string): readonly TrackedCall[] {
	return repairArguments(call.arguments).map(({ text, problem }, at) => ({
		call: {
			id: newId(),
			name: call.name.toWellFormed() || 'unknown',
			arguments: text,
			...(problem === undefined ? {} : { problem }),
		},
		...(call.extra === undefined || at > 0 ? {} : { extra: call.extra }),
	}));
}
