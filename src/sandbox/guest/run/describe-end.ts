import { constants } from 'node:os';
import type { CommandEnd, Interruption } from './run-command.ts';

/** How a command ended, as a sentence for the model. `timeout` is in seconds. */
export function describeEnd(end: CommandEnd, timeout: number): string {
	switch (end.type) {
		case 'exited':
			return `Exit code ${end.code}${describeCode(end.code)}`;
		case 'killed':
			return `Killed by ${end.signal}${hint(end.signal)}`;
		case 'interrupted':
			return `${interruptions(timeout)[end.by]} (${describeLeft(end.left)})`;
		case 'not-started':
			return `Could not be started: ${end.reason}`;
	}
}

export function isFailure(end: CommandEnd): boolean {
	return end.type !== 'exited' || end.code !== 0;
}

function interruptions(timeout: number): Readonly<Record<Interruption, string>> {
	return {
		'timed-out': `Timed out after ${timeout} s`,
		flooded: 'Killed: it printed more than 64 MiB. Redirect long output to a file',
		stopped: 'Stopped',
		cancelled: 'Cancelled',
	};
}

function describeLeft(left: number): string {
	return left === 0 ? 'nothing it started is running any more' : `${left} processes could not be ended`;
}

/** Shells add 128 to the number of the signal that killed the program. */
function describeCode(code: number): string {
	const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
	return code > 128 && name !== undefined ? ` (killed by ${name}${hint(name)})` : '';
}

function hint(signal: string): string {
	return signal === 'SIGKILL' ? ', which is also how the sandbox ends a program that takes too much memory' : '';
}
