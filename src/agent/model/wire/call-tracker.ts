import { deepest, isDeeperThan } from '../../../base/is-deeper-than.ts';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import type { ToolCall } from '../../../store/journal.ts';
import { createRoom, type Room } from '../model-limits.ts';
import type { Mender } from '../text/mend-json.ts';
import { repairArguments } from '../text/repair-arguments.ts';
import { type Completeness, createCompleteness } from './completeness.ts';
import type { CallDelta } from './wire-chunk.ts';

interface OpenCall {
	/** Every id under which the server spoke of this call. */
	readonly ids: Set<string>;
	readonly index: number | undefined;
	readonly choice: number;
	name: string;
	readonly pieces: string[];
	readonly text: Completeness;
	/** The object that some servers send in place of text. */
	object: unknown;
	extra?: unknown;
	/** Why it is not to be run, whatever its arguments are. */
	problem?: string;
}

/** A finished call and what the server wants to see with it again. */
export interface TrackedCall {
	readonly call: ToolCall;
	readonly extra?: unknown;
}

export interface CallTracker {
	/** No call was seen so far. */
	readonly empty: boolean;
	/** The arguments are as long as they may be together. */
	readonly full: boolean;
	take(delta: CallDelta): void;
	/** The calls, once the stream has ended: arguments may look complete before they are. */
	finish(newId: () => string): readonly TrackedCall[];
}

// A message asks for a handful of calls; OpenAI takes no more than 128 tools in all.
const mostCalls = 128;
// Tools are named in 64 letters at most, and ids in a few dozen.
const longestName = 256;
// Servers that mint an id for each piece use none of them again.
const mostIds = 64;
// Signatures have some kilobytes.
const longestExtra = 256 * 1024;

/**
 * Puts pieces of tool calls together, each piece in a time that depends on its own length. Servers disagree on what tells
 * one call from the next: ids, then indexes, then order count, and a name that comes again after complete arguments starts
 * a new call. `argumentBytes` is for all calls together: a call that goes beyond is kept with a problem, and so is the one
 * after the 128th; those after it are not.
 */
export function createCallTracker(argumentBytes: number, mender: Mender): CallTracker {
	const calls: OpenCall[] = [];
	const room = createRoom(argumentBytes);
	return {
		get empty() {
			return !calls.some(isReal);
		},
		get full() {
			return room.full;
		},
		take(whole) {
			const delta = shortened(whole);
			const known = findCall(calls, delta);
			if (known !== undefined) return extend(known, delta, room);
			if (isNothing(delta) || calls.length > mostCalls) return;
			const call = openCall(delta);
			if (calls.length === mostCalls)
				call.problem = `Only ${mostCalls} calls of one message are run: make the others again`;
			calls.push(call);
			extend(call, delta, room);
		},
		finish: (newId) => {
			const finished = calls.filter(isReal).map((call) => ({ ...call, made: finishCall(call, newId, mender) }));
			return withoutTwins(finished).flatMap(({ made }) => made);
		},
	};
}

interface FinishedCall {
	readonly choice: number;
	readonly made: readonly TrackedCall[];
}

/** Choices are alternatives: a call that another choice has made, too, is run once. */
function withoutTwins(calls: readonly FinishedCall[]): readonly FinishedCall[] {
	const firsts = new Map<string, number>();
	return calls.filter(({ choice, made }) => {
		const key = JSON.stringify(made.map(({ call }) => [call.name, call.arguments]));
		const first = firsts.get(key) ?? choice;
		firsts.set(key, first);
		return first === choice;
	});
}

function openCall({ index, choice = 0 }: CallDelta): OpenCall {
	return { ids: new Set(), index, choice, name: '', pieces: [], text: createCompleteness(), object: undefined };
}

function shortened(delta: CallDelta): CallDelta {
	return { ...delta, id: delta.id?.slice(0, longestName), name: delta.name?.slice(0, longestName) };
}

function findCall(calls: readonly OpenCall[], delta: CallDelta): OpenCall | undefined {
	const { id, index, choice = 0 } = delta;
	const own = (call: OpenCall) => call.choice === choice;
	const byId = id === undefined ? undefined : calls.findLast((call) => own(call) && call.ids.has(id));
	if (byId !== undefined && (index === undefined || byId.index === undefined || index === byId.index)) return byId;
	const byPlace = calls.findLast((call) => own(call) && (index === undefined || call.index === index));
	if (byPlace === undefined || startsNext(byPlace, delta)) return undefined;
	return byPlace;
}

/** Whether a piece that lands on the place of `call` is the start of another call. */
function startsNext(call: OpenCall, { id, name }: CallDelta): boolean {
	// Some servers mint a new id for each piece; those pieces have no name.
	if (name === undefined || call.name === '') return false;
	if (id !== undefined && call.ids.size > 0) return true;
	return call.object !== undefined || call.text.complete;
}

function isNothing({ id, name, arguments: piece }: CallDelta): boolean {
	return id === undefined && name === undefined && (piece == null || piece === '');
}

function extend(call: OpenCall, delta: CallDelta, room: Room): void {
	if (delta.id !== undefined && call.ids.size < mostIds) call.ids.add(delta.id);
	if (delta.name !== undefined) call.name = joinName(call, delta.name).slice(0, longestName);
	if (delta.extra !== undefined && isShort(delta.extra, longestExtra)) call.extra = delta.extra;
	if (call.problem !== undefined) return;
	if (typeof delta.arguments === 'string') takeText(call, delta.arguments, room);
	else if (delta.arguments != null) takeObject(call, delta.arguments, room);
}

function takeText(call: OpenCall, piece: string, room: Room): void {
	if (call.object !== undefined || piece === '') return;
	const kept = room.take(piece);
	if (kept.length < piece.length) tooLong(call, room);
	call.pieces.push(kept);
	call.text.take(kept);
}

function takeObject(call: OpenCall, value: unknown, room: Room): void {
	// A value too deep to be written is told of when the call is finished.
	const written = isDeeperThan(value, deepest) ? '' : JSON.stringify(value);
	if (room.take(written).length < written.length) tooLong(call, room);
	else call.object = value;
}

function tooLong(call: OpenCall, { bytes }: Room): void {
	call.problem = `The arguments were longer than the ${formatBytes(bytes)} that one answer may have (MODEL_ANSWER_LIMIT): do it in smaller steps`;
}

function isShort(value: unknown, length: number): boolean {
	return !isDeeperThan(value, deepest) && JSON.stringify(value).length <= length;
}

/** A name may come whole, again with each piece, growing, or (before any arguments) in pieces. */
function joinName(call: OpenCall, name: string): string {
	if (name.startsWith(call.name)) return name;
	return !hasArguments(call) && !call.name.endsWith(name) ? call.name + name : call.name;
}

function hasArguments({ object, pieces }: OpenCall): boolean {
	return object !== undefined || pieces.length > 0;
}

function isReal(call: OpenCall): boolean {
	return call.name !== '' || hasArguments(call) || call.problem !== undefined;
}

function finishCall(call: OpenCall, newId: () => string, mender: Mender): readonly TrackedCall[] {
	const read =
		call.problem === undefined
			? repairArguments(call.object ?? call.pieces.join(''), mender)
			: [{ text: '{}', problem: call.problem }];
	return read.map(({ text, problem }, at) => ({
		call: {
			id: newId(),
			name: call.name.toWellFormed() || 'unknown',
			arguments: text,
			...(problem === undefined ? {} : { problem }),
		},
		...(call.extra === undefined || at > 0 ? {} : { extra: call.extra }),
	}));
}
