import type { JSONRPCNotification } from '@modelcontextprotocol/sdk/types.js';
import { createProcessLink } from '../../../process-link.ts';
import { mostProcesses, readNote, toMessage } from '../../../process-wire.ts';
import { createHostProcess, type HostProcess } from './host-process.ts';

/** The host's side of all processes of one guest, which is not trusted. */
export interface Channel {
	/** The next process, which is to be opened under its number, or forgotten. Throws where as many run as may. */
	begin(): HostProcess;
	/** It was not opened: the guest has nothing to say of it. */
	forget(number: number): void;
	/** A note of the guest's. Throws, as half a sentence, where it breaks the rules. */
	take(message: JSONRPCNotification): void;
	/** The guest is gone, for this reason. */
	lose(why: string): void;
	readonly isInUse: () => boolean;
}

/** `send` passes a message to the guest and resolves when it may have more. */
export function createChannel(send: (message: ReturnType<typeof toMessage>) => Promise<void>): Channel {
	const open = new Map<number, HostProcess>();
	let last = 0;
	let lost: string | undefined;

	return {
		begin() {
			if (lost !== undefined) throw new Error(`Cannot start the process: the sandbox ended: ${lost}`);
			if (open.size >= mostProcesses) throw new Error(`Cannot start the process: ${mostProcesses} run already`);
			last += 1;
			const link = createProcessLink(last, (note) => send(toMessage(note)));
			const begun = createHostProcess(last, link);
			open.set(last, begun);
			return begun;
		},
		forget: (number) => void open.delete(number),
		take(message) {
			const note = readNote(message);
			const found = open.get(note.process);
			if (found === undefined) throw new Error('it told of a process that does not run');
			found.take(note);
			if (note.kind === 'ended') open.delete(note.process);
		},
		lose(why) {
			lost ??= why;
			for (const each of open.values()) each.lose(why);
			open.clear();
		},
		isInUse: () => open.size > 0,
	};
}
