import { readFileSync } from 'node:fs';
import { hostProcesses } from './host-processes.ts';

/** The processes of a bot that was started as one. */
export interface BotProcesses {
	/** Talks to chats and models. */
	readonly bot: number;
	/** Started it, and keeps root's rights for it; undefined where the bot has them itself. */
	readonly helper: number | undefined;
}

/** `pid`: of the process that was started. A bot that has given up root's rights is the child of one that has them. */
export function botProcesses(pid: number): BotProcesses {
	const children = hostProcesses().filter((one) => statusOf(one.pid, 'PPid') === pid);
	const bot = children.find((one) => one.command.includes('src/') && statusOf(one.pid, 'Uid') !== statusOf(pid, 'Uid'));
	return bot === undefined ? { bot: pid, helper: undefined } : { bot: bot.pid, helper: pid };
}

/** The first number of this line of proc_pid_status(5); undefined when the process is gone. */
function statusOf(pid: number, name: 'PPid' | 'Uid'): number | undefined {
	try {
		const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
		return found ? Number(found[1]) : undefined;
	} catch {
		return undefined;
	}
}

export function isAlive(pid: number): boolean {
	return statusOf(pid, 'PPid') !== undefined;
}
