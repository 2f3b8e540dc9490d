import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { toolUsers, type User } from '../users.ts';

/** Runs under users of their own, side by side. */
export interface Lanes {
	/**
	 * Resolves with what `act` does under a user that nothing else runs as meanwhile, in the order they came; with undefined where the signal aborted
	 * before there was one. By its end `act` has ended all that ran as the user, and has removed what it left. Rejects as `act` does.
	 */
	run<Result>(act: (user: User) => Promise<Result>, signal: AbortSignal): Promise<Result | undefined>;
}

/** At most `most` at once. Which user a run gets is chance: nobody tells a test from a use by it. */
export function createLanes(users: readonly User[], most: number): Lanes {
	const free = [...users];
	const waiting: ((user: User) => void)[] = [];
	const next = () => {
		if (waiting.length === 0 || free.length <= users.length - most) return;
		const [user] = free.splice(randomInt(free.length), 1);
		if (user !== undefined) waiting.shift()?.(user);
	};
	const take = (signal: AbortSignal) =>
		new Promise<User | undefined>((resolve) => {
			if (signal.aborted) return resolve(undefined);
			const give = (user: User) => {
				signal.removeEventListener('abort', leave);
				resolve(user);
			};
			const leave = () => {
				waiting.splice(waiting.indexOf(give), 1);
				resolve(undefined);
			};
			signal.addEventListener('abort', leave, { once: true });
			waiting.push(give);
			next();
		});
	return {
		async run(act, signal) {
			const user = await take(signal);
			if (user === undefined) return undefined;
			try {
				return await act(user);
			} finally {
				free.push(user);
				next();
			}
		},
	};
}

/** Tools run side by side where none sees another's processes, and one at a time elsewhere: a kernel of its own (gVisor's) shows them all. */
export function toolLanes(): Lanes {
	return createLanes(toolUsers, hidesProcesses(readFileSync('/proc/mounts', 'latin1')) ? toolUsers.length : 1);
}

/** Whether `/proc`, by its table of mounts, shows nobody another's processes. Pure. */
export function hidesProcesses(mounts: string): boolean {
	const last = mounts.split('\n').findLast((line) => line.split(' ')[1] === '/proc') ?? '';
	const options = last.split(' ')[3]?.split(',') ?? [];
	return options.some((option) => /^hidepid=(2|invisible|4|ptraceable)$/.test(option));
}
