import type { Bot } from './start-bot.ts';

/** The part of a process that this needs. */
export interface Signalled {
	readonly pid: number;
	on(name: NodeJS.Signals, listener: () => void): unknown;
	off(name: NodeJS.Signals, listener: () => void): unknown;
	kill(pid: number, signal: NodeJS.Signals): unknown;
}

/** Signals that are for the bot: it decides when it leaves, and how, and draws its terminal anew. */
const handedOn = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGWINCH', 'SIGCONT'] as const;

/** Hands the signals that come to this process on to the bot, which is no part of the terminal's session and hears of them in no other way. */
export function handOnSignals(process: Signalled, { signal }: Pick<Bot, 'signal'>): Disposable {
	const handing = handedOn.map((name) => [name, () => signal(name)] as const);
	const stop = () => {
		// Ctrl-Z: both stop; both go on by CONT.
		signal('SIGSTOP');
		process.kill(process.pid, 'SIGSTOP');
	};
	const all = [...handing, ['SIGTSTP', stop] as const];
	for (const [name, listener] of all) process.on(name, listener);
	return {
		[Symbol.dispose]() {
			for (const [name, listener] of all) process.off(name, listener);
		},
	};
}
