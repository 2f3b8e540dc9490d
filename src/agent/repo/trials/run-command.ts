import { createTextReader, tailOf } from '../../../sandbox/guest/sanitise.ts';
import type { ProcessEnd, SandboxProcess } from '../../../sandbox/opened-process.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { openIn } from '../open/sandbox-failed.ts';
import type { TrialWatch } from '../trials.ts';

export interface TrialCommand {
	/** Of the shell. */
	readonly command: string;
	readonly folder: string;
	readonly env: Readonly<Record<string, string>>;
	/** In words for people, too: "15 minutes". */
	readonly minutes: number;
}

/** `code`: 0 where all is well, 124 where it took too long, 128 and more where it was killed. */
export interface CommandEnd {
	readonly code: number;
	/** The last of what it printed, sanitised, at most 4,000 characters. */
	readonly tail: string;
	readonly ms: number;
}

/** Its sandbox ended under it, or had ended before: of the command that says nothing. `why`: half a sentence. */
export interface CommandLost {
	readonly kind: 'lost';
	readonly why: string;
	readonly ms: number;
}

const tailLength = 4_000;
/** So many characters are shown while it runs; of the rest nobody sees but the end. */
const mostShown = 400_000;

/** Both outputs in one, as a terminal has them, and nothing to read. */
const wrapper = 'exec bash -lc "$1" 2>&1 </dev/null';

/** Runs a command of a repository to its end. Rejects with the signal's reason, once nothing of it is left, and where this machine is broken. */
export async function runCommand(
	sandbox: Sandbox,
	given: TrialCommand,
	watch: TrialWatch,
): Promise<CommandEnd | CommandLost> {
	const { command, folder, env, minutes } = given;
	const began = performance.now();
	const order = { argv: ['bash', '-c', wrapper, 'trial', command], cwd: folder, env: { ...everyTrial, ...env } };
	const begun = await openIn(sandbox, order, watch.signal);
	if ('kind' in begun) return { kind: 'lost', why: begun.why, ms: 0 };
	await using running = begun;
	running.stream.end();
	const late = AbortSignal.timeout(minutes * 60_000);
	const over = AbortSignal.any([watch.signal, late]);
	const stop = () => void running[Symbol.asyncDispose]();
	over.addEventListener('abort', stop);
	const tail = await readOutput(running, watch.onOutput).finally(() => over.removeEventListener('abort', stop));
	const end = await running.ended;
	watch.signal.throwIfAborted();
	const ms = Math.round(performance.now() - began);
	if (late.aborted) return { code: 124, tail: withNote(tail, lateText(minutes)), ms };
	return end.kind === 'lost' ? { ...end, ms } : { ...ofEnd(end, tail), ms };
}

/** Variables of all that is tried: no installer uses what the image is made of, and what was fetched is on the disk. */
const everyTrial = {
	CI: 'true',
	UV_SYSTEM_PYTHON: '0',
	XDG_CACHE_HOME: '/workspace/.cache',
	UV_LINK_MODE: 'copy',
} as const;

async function readOutput(running: SandboxProcess, onOutput: (text: string) => void): Promise<string> {
	const reader = createTextReader();
	let tail = '';
	let shown = 0;
	const take = (text: string): void => {
		tail = tailOf(tail + text, tailLength);
		if (shown < mostShown) onOutput(text);
		shown += text.length;
	};
	try {
		for await (const chunk of running.stream as AsyncIterable<Uint8Array>) take(reader.push(chunk));
	} catch {
		// It was ended, or its sandbox was: how is told by its end
	}
	take(reader.end());
	return tail;
}

const signals: Readonly<Record<string, number>> = { SIGINT: 2, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

function ofEnd(end: Exclude<ProcessEnd, { kind: 'lost' }>, tail: string): Pick<CommandEnd, 'code' | 'tail'> {
	switch (end.kind) {
		case 'exit':
			return { code: end.code, tail };
		case 'signal':
			return { code: 128 + (signals[end.signal] ?? 0), tail: withNote(tail, `It was ended by ${end.signal}.`) };
	}
}

/** Pure. */
export function lateText(minutes: number): string {
	return `It took longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, and was ended.`;
}

function withNote(tail: string, note: string): string {
	return `${tailOf(tail, tailLength - note.length - 1)}${tail === '' || tail.endsWith('\n') ? '' : '\n'}${note}`;
}
