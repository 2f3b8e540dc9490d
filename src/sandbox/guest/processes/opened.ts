import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessLink } from '../../process-link.ts';
import type { NoteBody, ProcessNote } from '../../process-wire.ts';
import { endProcesses } from '../run/end-processes.ts';
import { type CallTree, listTree } from '../run/process-list.ts';
import type { Piped } from '../run/start-process.ts';
import { smith } from '../run/users.ts';
import { keepWords, sendOutput } from './send-output.ts';

/** A process that goes on beside calls. */
export interface Opened {
	readonly tree: CallTree;
	/** A note of the host's. */
	take(note: ProcessNote): void;
	/** Ends it and all that it started, within 3 s: stdin closed, TERM, KILL. False where something is left. */
	close(): Promise<boolean>;
	/** It has ended, and so has what it left; the host is told of it by `last`. Never rejects. */
	readonly over: Promise<{ readonly last: NoteBody }>;
}

/** How long it may take to end once its stdin is closed, after TERM, and after KILL, ms. */
const patience = { closed: 400, asked: 800, killed: 1_500 } as const;
/** Its last words are in the pipe when it has ended, ms. */
const lastWordsMs = 100;

/** Looks after a process that has just been started. */
export function watchOpened({ child, stdin, pid, marker, exited }: Piped, link: ProcessLink): Opened {
	const tree: CallTree = { leader: pid, marker, user: smith };
	const words = keepWords(child.stderr, (bytes) => void link.post({ kind: 'words', bytes }));
	const output = sendOutput(child.stdout, link);
	const endTree = () => endProcesses((known) => listTree(tree, known));
	// A process that does not read its input may close it: not our failure
	stdin.on('error', () => {});

	const over = finish();
	async function finish(): Promise<{ readonly last: NoteBody }> {
		const [code, signal] = await exited.catch(() => [1, null] as const);
		const wordsEnd = child.stderr.closed ? undefined : once(child.stderr, 'close').catch(() => undefined);
		await endTree();
		await output.settled();
		await Promise.race([wordsEnd, delay(lastWordsMs)]);
		output.drop();
		words.stop();
		stdin.destroy();
		return { last: { kind: 'ended', ...(signal === null ? { code: code ?? 0 } : { signal }), words: words.now() } };
	}

	const isOver = async (withinMs: number) =>
		(await Promise.race([over, delay(withinMs, undefined, { ref: false })])) !== undefined;

	return {
		tree,
		take(note) {
			link.take(note);
			if (note.kind === 'data') stdin.write(note.bytes, () => link.give(note.bytes.length));
			else if (note.kind === 'end') stdin.end();
		},
		async close() {
			output.drop();
			stdin.end();
			if (await isOver(patience.closed)) return true;
			stdin.destroy();
			askToEnd(pid);
			if (await isOver(patience.asked)) return true;
			const { left } = await endTree();
			return (await isOver(patience.killed)) && left === 0;
		},
		over,
	};
}

function askToEnd(group: number): void {
	try {
		process.kill(-group, 'SIGTERM');
	} catch {
		// It has ended by itself
	}
}
