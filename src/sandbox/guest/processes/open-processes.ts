import type * as z from 'zod';
import { createProcessLink, type ProcessLink } from '../../process-link.ts';
import { mostProcesses, type ProcessNote, type processOpenArgs } from '../../process-wire.ts';
import { endProcesses, everythingOfUsers } from '../run/end-processes.ts';
import type { CallTree } from '../run/process-list.ts';
import { waitingShell } from '../run/shell/waiting-shell.ts';
import { startPiped } from '../run/start-process.ts';
import { callMarker, smith } from '../run/users.ts';
import { findProgram } from './find-program.ts';
import { layFiles } from './lay-files.ts';
import { type Opened, watchOpened } from './opened.ts';

export type OpenOrder = z.output<typeof processOpenArgs>;

/** The processes that go on beside calls, by the numbers that the host gave them. */
export interface OpenProcesses {
	/** Throws a sentence why it cannot be started. */
	open(order: OpenOrder, signal: AbortSignal): Promise<void>;
	/** Ends one, if it runs. False where something of it is left. */
	close(number: number): Promise<boolean>;
	/** A note of the host's; one about a process that has ended meanwhile is nothing. */
	take(note: ProcessNote): void;
	/** Of those that run: a sweep that spares jobs spares these. */
	readonly trees: () => readonly CallTree[];
}

interface Running {
	readonly opened: Opened;
	/** Its end is on its way to the host. */
	readonly told: Promise<void>;
}

export interface OpenProcessesDeps {
	/** Passes a note to the host, in order; resolves when it is out of the way. */
	readonly send: (note: ProcessNote) => Promise<void>;
	/** Whether nothing but opened processes was ever run here: what is left when the last has ended is theirs then. */
	readonly isAlone: () => boolean;
}

export function createOpenProcesses({ send, isAlone }: OpenProcessesDeps): OpenProcesses {
	/** All whose end the host was not told of yet. */
	const open = new Map<number, Running>();
	/** None is started while what the last one left is ended. */
	let clearing: Promise<unknown> = Promise.resolve();
	let running = 0;

	async function start({ process: number, files, ...order }: OpenOrder): Promise<void> {
		const { [callMarker]: _ours, ...env } = order.env;
		layFiles(files, env['HOME'] ?? smith.home);
		const [file, ...args] = findProgram(order, smith);
		const starting = startPiped({ file, args, user: smith, env });
		running += 1;
		const started = await starting;
		if ('reason' in started) {
			running -= 1;
			throw new Error(started.reason);
		}
		const link = createProcessLink(number, send);
		const opened = watchOpened(started, link);
		open.set(number, { opened, told: finish(number, opened, link) });
	}

	async function finish(number: number, opened: Opened, link: ProcessLink): Promise<void> {
		const { last } = await opened.over;
		running -= 1;
		if (running === 0 && isAlone()) clearing = endProcesses(everythingOfUsers);
		await clearing;
		void link.post(last);
		open.delete(number);
	}

	return {
		async open(order, signal) {
			await Promise.all([clearing, waitingShell.end()]);
			if (signal.aborted) throw new Error('it was called off');
			if (running >= mostProcesses) throw new Error(`${mostProcesses} run already`);
			if (open.has(order.process)) throw new Error('its number is in use');
			await start(order);
		},
		async close(number) {
			const found = open.get(number);
			const isEnded = (await found?.opened.close()) ?? true;
			if (isEnded) await found?.told;
			return isEnded;
		},
		take: (note) => open.get(note.process)?.opened.take(note),
		trees: () => [...open.values()].map(({ opened }) => opened.tree),
	};
}
