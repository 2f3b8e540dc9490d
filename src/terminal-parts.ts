import { userInfo } from 'node:os';
import { join } from 'node:path';
import { terminalFacts } from './adapters/terminal/facts.ts';
import type { ScreenSize } from './adapters/terminal/screen/screen.ts';
import { createTerminal, type Terminal, type TerminalStreams } from './adapters/terminal/terminal.ts';
import type { Person, Thread } from './chat/thread.ts';
import type { Connections } from './compose.ts';
import type { Config } from './config/config.ts';

export interface TerminalSeat {
	readonly streams: TerminalStreams;
	readonly config: Config;
	readonly connections: Connections;
	readonly thread: Thread;
	readonly onLeave: () => void;
}

/** A terminal adapter at its place in the data folder; artifacts go below the working folder. */
export function terminalOn({ streams, config, connections, thread, onLeave }: TerminalSeat): Terminal {
	const { store, commands, settled } = connections;
	const cwd = process.cwd();
	return createTerminal({
		streams,
		places: { transcriptDir: join(config.home, 'terminal'), artifactsDir: join(cwd, 'artifacts'), cwd },
		commands,
		outbox: store.outbox,
		thread,
		person: localPerson(),
		maxFileBytes: config.settings.FILE_LIMIT,
		whenIdle: settled,
		onLeave,
	});
}

/** The process's own streams. */
export function terminalStreams({ settings }: Config): TerminalStreams {
	const { stdin: input, stdout: output } = process;
	const isTty = input.isTTY === true && output.isTTY === true;
	return {
		input,
		output,
		isTty,
		color: isTty && settings.NO_COLOR === undefined,
		size: () => sizeOf(output),
	};
}

/** The size of a terminal; one that does not know its own (a serial line, a container's) says nothing, or 0. */
export function sizeOf({ columns, rows }: Partial<ScreenSize>): ScreenSize {
	return { columns: columns || 80, rows: rows || 24 };
}

/** A new thread, named after the local time: `20261128-093000`. */
export function newThread(): Thread {
	const now = new Date();
	const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
	return { platform: terminalFacts.name, id: local.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-') };
}

/** Whoever runs this process. */
export function localPerson(): Person {
	return { id: terminalFacts.prefix, name: userName() };
}

/** A container may run under a uid without a name. */
function userName(): string {
	try {
		return userInfo().username;
	} catch {
		return 'local user';
	}
}
