import { createHash } from 'node:crypto';
import type { Episode, Verdict } from '../../../src/demo/verdicts.ts';

export interface NamedBytes {
	readonly name: string;
	readonly bytes: Uint8Array;
}

/** The verdict that the sandbox's file is among the thread's files, once and byte for byte. `how`: how it is there, in words. */
export function handedOver({ file, events }: Episode, files: readonly NamedBytes[], how: string): Verdict {
	const made = events.filter((event) => event.type === 'artifact');
	const whole = made.filter(({ name, sha256 }) => {
		const shared = files.filter((one) => one.name === name);
		return shared.length === 1 && shared.every(({ bytes }) => digestOf(bytes) === sha256);
	});
	const value = `${whole.length} of ${made.length} files, bytes compared`;
	return verdict(`table and chart of ${file} ${how}`, value, made.length === 2 && whole.length === 2);
}

/** The thread is the session: what is said in it later is heard without the bot's name. `second`: the words of the second message. */
export function mentionless(second: string | undefined, episodes: readonly Episode[]): Verdict {
	const sessions = new Set(episodes.flatMap(({ events }) => events.flatMap(sessionOf)));
	const isBare = second !== undefined && !second.includes('<@');
	const value = sessions.size === 1 ? 'same session' : `${sessions.size} sessions`;
	return verdict('the second message needed no mention', value, isBare && sessions.size === 1);
}

export function verdict(name: string, value: string, met: boolean): Verdict {
	return { suite: 'demo', name, value, unit: 'seen', met };
}

function sessionOf(event: Episode['events'][number]): string[] {
	return event.type === 'turn-started' ? [event.session] : [];
}

function digestOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}
