import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Looking } from './adapters/terminal/asking/moves.ts';
import { terminalFacts } from './adapters/terminal/facts.ts';
import type { FilesBeyond } from './adapters/terminal/hand-in.ts';
import { createPipe, type Pipe } from './adapters/terminal/pipe/pipe.ts';
import type { ScreenSize } from './adapters/terminal/screen/screen.ts';
import {
	createTerminal,
	type Terminal,
	type TerminalPlaces,
	type TerminalStreams,
} from './adapters/terminal/terminal.ts';
import { questionSchema } from './chat/question.ts';
import type { Person, Thread } from './chat/thread.ts';
import type { Connections } from './compose.ts';
import type { Config } from './config/config.ts';
import { places } from './platforms.ts';
import { transcriptsIn } from './process/eraser.ts';
import type { Store } from './store/store.ts';

export interface TerminalSeat {
	readonly streams: TerminalStreams;
	readonly config: Config;
	readonly connections: Connections;
	readonly thread: Thread;
	readonly onLeave: () => void;
	/** Root's process, where it has started this one: it knows the person, and reads what this one may not. */
	readonly above?: AtTerminal | undefined;
}

/** Who sits at the terminal, and what only root reads there. */
export interface AtTerminal {
	readonly person: string;
	readonly beyond: FilesBeyond;
}

/** A terminal adapter at its place in the data folder; artifacts go below the working folder. */
export function terminalOn({ streams, config, connections, thread, onLeave, above }: TerminalSeat): Terminal {
	const { store, commands, openArtifact, settled } = connections;
	return createTerminal({
		streams,
		places: placesOf(config, above),
		commands,
		outbox: store.outbox,
		thread,
		person: localPerson(above?.person),
		maxFileBytes: config.settings.FILE_LIMIT,
		openArtifact,
		looking: () => lookedAt(thread, store),
		whenIdle: settled,
		onLeave,
	});
}

export interface PipeSeat extends Pick<TerminalSeat, 'config' | 'connections' | 'thread' | 'above'> {
	/** Takes a line of what happens on the way to the answer. */
	readonly report: (line: string) => void;
}

/** The adapter of a pipe, at the same places. */
export function pipeOn({ config, connections, thread, report, above }: PipeSeat): Pipe {
	const { store, commands, openArtifact, settled } = connections;
	return createPipe({
		places: { ...placesOf(config, above), home: homedir() },
		commands,
		outbox: store.outbox,
		thread,
		person: localPerson(above?.person),
		maxFileBytes: config.settings.FILE_LIMIT,
		openArtifact,
		whenIdle: settled,
		report,
	});
}

function placesOf({ home }: Config, above: AtTerminal | undefined): TerminalPlaces {
	const cwd = process.cwd();
	return { transcriptDir: transcriptsIn(home), artifactsDir: join(cwd, 'artifacts'), cwd, beyond: above?.beyond };
}

/** Somebody types, and reads what comes. */
export function isPersonThere(): boolean {
	return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** The session in which a thread goes on, and the questions that are open in it. */
export async function lookedAt(
	thread: Thread,
	{ bindings, records }: Pick<Store, 'bindings' | 'records'>,
): Promise<Looking> {
	const session = (await bindings.sessionOf(thread)) ?? places.sessionIdOf(thread);
	const questions = await records.list('question', session, questionSchema);
	return { session, open: questions.filter(({ state }) => state === 'open') };
}

/** The process's own streams. */
export function terminalStreams({ settings }: Config): TerminalStreams {
	const { stdin: input, stdout: output } = process;
	const isTty = isPersonThere() && canDraw(settings);
	return {
		input,
		output,
		isTty,
		color: isTty && settings.NO_COLOR === undefined,
		size: () => sizeOf(output),
	};
}

/** Whether a terminal knows control sequences: `dumb` and `unknown` are terminfo's names of those that do not, and one without a name may be any. */
export function canDraw({ TERM = '' }: Pick<Config['settings'], 'TERM'>): boolean {
	return !['', 'dumb', 'unknown'].includes(TERM);
}

/** The size of a terminal; one that does not know its own (a serial line, a container's) says nothing, or 0. */
export function sizeOf({ columns, rows }: Partial<ScreenSize>): ScreenSize {
	return { columns: columns || 80, rows: rows || 24 };
}

/** A new thread, named after the local time: `20261128-093000`. */
export function newThread(now = new Date()): Thread {
	const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
	return { platform: terminalFacts.name, id: local.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-') };
}

/** Whoever runs this process, or has it run by another user. */
export function localPerson(name = userName()): Person {
	return { id: terminalFacts.prefix, name };
}

/** A container may run under a uid without a name. */
function userName(): string {
	try {
		return userInfo().username;
	} catch {
		return 'local user';
	}
}
