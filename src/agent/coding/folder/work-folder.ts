import type { z } from 'zod';
import { raceAbort } from '../../../base/race-abort.ts';
import type { ProcessOrder, SandboxProcess } from '../../../sandbox/opened-process.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import {
	type CarryLimits,
	carryLimits,
	carryMs,
	diffMost,
	programs,
	settledSchema,
	takenSchema,
	type WorkFolder,
} from './carry.ts';
import { collect, feed } from './feed.ts';

/** A sandbox as far as it is needed here. */
export type Opener = Pick<Sandbox, 'open'>;

/** Both ends of the way: the session's sandbox and the box of a run. */
export interface Ends {
	readonly session: Opener;
	readonly box: Opener;
}

/** It could not be done, and nothing was changed in the session's folder; `why` is a sentence for people. */
export interface NotCarried {
	readonly kind: 'refused';
	readonly why: string;
}

type Taken = Exclude<z.infer<typeof takenSchema>, { readonly problem: string }>;
type Settled = Exclude<z.infer<typeof settledSchema>, { readonly problem: string }>;
export type BroughtIn = ({ readonly kind: 'in' } & Taken) | NotCarried;
export type BroughtBack = ({ readonly kind: 'back' } & Settled) | NotCarried;

/**
 * Copies the work folder into the empty one of the box, and keeps in the stage how each file was. Links go along where they stay within the
 * folder; other kinds of files, and what is larger than a file may be, are left out and named. All of it runs as the sandboxes' user. Rejects
 * with the signal's reason, and as `Sandbox.open`.
 */
export async function bringIn(
	ends: Ends,
	work: WorkFolder,
	signal: AbortSignal,
	most = carryLimits,
): Promise<BroughtIn> {
	const send = program('send_folder', { root: work.folder, only: work.only, base: `${work.stage}/base`, most });
	const take = program('take_folder', { root: work.box, most });
	const taken = await carried([[ends.session, send]], [ends.box, take], takenSchema, signal);
	return 'problem' in taken
		? refused(`The folder was not copied into the box: ${sentence(taken.problem, most)}`)
		: { kind: 'in', ...taken };
}

/**
 * Brings what the run has changed back into the work folder: new, changed and deleted files, but nothing of `.git`, no links, and no folders
 * that tools make anew (`node_modules`). A file that was changed on both sides stays as it is, and the run's lies under `kept`. What stood
 * there before is kept in the stage, so that `undo` can put it back. After it, later changes are told from how the folder is then. Rejects as
 * `bringIn`: then it is not known whether it was done, and doing it again is safe.
 */
export async function bringBack(
	ends: Ends,
	work: WorkFolder,
	signal: AbortSignal,
	most = carryLimits,
): Promise<BroughtBack> {
	const base = await baseOf(ends.session, work, signal);
	if (base === undefined)
		return refused('What the agent did was not brought back: what is known of the folder cannot be read.');
	const send = program('send_folder', { root: work.box, changed: true, most });
	const settled = await carried(
		[[ends.box, send]],
		[ends.session, settle(work, 'back', most)],
		settledSchema,
		signal,
		base,
	);
	return 'problem' in settled
		? refused(`What the agent did was not brought back: ${sentence(settled.problem, most)}`)
		: { kind: 'back', ...settled };
}

/**
 * Whether the box has no file at all although some were brought in, as one has whose disk is lost: what seems to be deleted there is not known to
 * be. Rejects as `bringIn`.
 */
export async function isEmptied({ session, box }: Ends, work: WorkFolder, signal: AbortSignal): Promise<boolean> {
	const file = await printed(box, ['find', work.box, '-mindepth', '1', '!', '-type', 'd', '-print', '-quit'], signal);
	return file === '' && Boolean(await printed(session, ['head', '-c', '1', '--', `${work.stage}/base`], signal));
}

/**
 * Undoes the last `bringBack` that has changed anything and is not undone: only files that are still as it left them. The box keeps what it
 * has, so that the next `bringBack` brings it again. Rejects as `bringIn`.
 */
export async function undo(session: Opener, work: WorkFolder, signal: AbortSignal): Promise<BroughtBack> {
	const settled = await carried([], [session, settle(work, 'undo', carryLimits)], settledSchema, signal);
	return 'problem' in settled ? refused(`It was not undone: ${settled.problem}.`) : { kind: 'back', ...settled };
}

/** The stages in a folder of the session, but for those of these names. */
export interface OldStages {
	readonly root: string;
	readonly spare: readonly string[];
}

/** Removes the stages that earlier runs have left in a folder of the session: nothing of them can be undone any more. Rejects as `bringIn`. */
export async function dropStages(session: Opener, { root, spare }: OldStages, signal: AbortSignal): Promise<void> {
	const places = ['-mindepth', '1', '-maxdepth', '1', '-name', '.agent-*'];
	const spared = spare.flatMap((name) => ['!', '-name', name]);
	const argv = ['find', root, ...places, ...spared, '-exec', 'rm', '-rf', '--', '{}', '+'];
	await using removal = await session.open({ argv, cwd: '/', env: {} }, signal);
	await raceAbort(removal.ended, signal);
}

function settle(work: WorkFolder, what: 'back' | 'undo', most: CarryLimits): ProcessOrder {
	return program('settle_folder', { root: work.folder, stage: work.stage, do: what, most, diff: diffMost });
}

function program(name: string, order: object): ProcessOrder {
	return { argv: ['python3', '-I', '-S', '-B', `${programs}/${name}.py`, JSON.stringify(order)], cwd: '/', env: {} };
}

function refused(why: string): NotCarried {
	return { kind: 'refused', why };
}

function sentence(problem: string, { files, bytes }: CarryLimits): string {
	if (problem !== 'it is more than is carried') return `${problem}.`;
	return `it is more than ${files} files or ${Math.round(bytes / 1_000_000)} MB. Name a smaller folder, or files.`;
}

type Place = readonly [Opener, ProcessOrder];

/** Bytes of what is known of 20,000 files with long names. */
const baseMost = 16_000_000;

/** How each file was when it was brought in. Read before anything else is done: where each run has a sandbox of its own, a session has one at a time. */
async function baseOf(session: Opener, work: WorkFolder, signal: AbortSignal): Promise<string | undefined> {
	return await printed(session, ['cat', '--', `${work.stage}/base`], signal);
}

/** All that a program prints; undefined where it fails. */
async function printed(sandbox: Opener, argv: readonly string[], signal: AbortSignal): Promise<string | undefined> {
	const limit = AbortSignal.any([signal, AbortSignal.timeout(carryMs)]);
	await using reading = await sandbox.open({ argv, cwd: '/', env: {} }, limit);
	reading.stream.end();
	const [text, end] = await raceAbort(Promise.all([collect(reading, baseMost), reading.ended]), limit);
	return end.kind === 'exit' && end.code === 0 ? text : undefined;
}

/** Runs programs in a row, each reading from the one before it, the first one `input`, and the answer of the last. */
async function carried<T>(
	from: readonly Place[],
	last: Place,
	answer: z.ZodType<T>,
	signal: AbortSignal,
	input = '',
): Promise<T | { readonly problem: string }> {
	const limit = AbortSignal.any([signal, AbortSignal.timeout(carryMs)]);
	await using running = new AsyncDisposableStack();
	const opened: SandboxProcess[] = [];
	// Whoever reads nothing may have ended by then: to write to it, be it nothing, would break it off.
	const given = input === '' ? undefined : [Buffer.from(input)];
	for (const [sandbox, order] of [...from, last]) opened.push(running.use(await sandbox.open(order, limit)));
	for (const [index, to] of opened.entries()) void feed(index === 0 ? given : opened[index - 1]?.stream, to);
	const end = opened.at(-1);
	const text = await raceAbort(end ? collect(end) : Promise.resolve(''), limit).catch((error: unknown) => {
		signal.throwIfAborted();
		if (limit.aborted) return JSON.stringify({ problem: 'it took too long' });
		throw error;
	});
	return read(text ?? '', answer);
}

function read<T>(text: string, answer: z.ZodType<T>): T | { readonly problem: string } {
	try {
		return answer.parse(JSON.parse(text));
	} catch {
		return { problem: 'what does it ended before it was done' };
	}
}
