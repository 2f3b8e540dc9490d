import { sanitiseLine } from '../../sanitise.ts';
import { commandOf, type ProcessInfo, secondsOf } from '../process-list.ts';
import { reportFd } from '../start-process.ts';

/** One line, so that lines are counted as `bash -c` does, and nothing is left of it but what `bash -c` has as well. */
export const waiting = [
	`IFS= builtin read -r -d '' -u ${reportFd} || builtin exit`,
	'{ builtin cd -- "$REPLY" || builtin cd /workspace; } 2>/dev/null',
	'builtin unset REPLY OLDPWD',
	`IFS= builtin read -r -d '' -u ${reportFd} BASH_EXECUTION_STRING || builtin exit`,
	'SECONDS=0',
	'builtin eval "$BASH_EXECUTION_STRING"',
].join('; ');

/** By the ids of shells: their command lines do not tell what they were given. */
const orders = new Map<number, { readonly command: string; readonly since: number }>();
const mostOrders = 64;

/** A waiting shell has got its command. */
export function noteOrder(pid: number, command: string): void {
	orders.delete(pid);
	orders.set(pid, { command: sanitiseLine(`bash -c ${command}`).slice(0, 200), since: performance.now() });
	for (const oldest of orders.keys()) {
		if (orders.size <= mostOrders) break;
		orders.delete(oldest);
	}
}

const ownLine = `bash -c ${waiting}`.slice(0, 200);

/** A process as people are told of it: one that was a waiting shell by what it was given, and for how long it has been at that. */
export function toldOf(one: ProcessInfo): { readonly command: string; readonly seconds: number } {
	const [command, seconds] = [commandOf(one.pid), secondsOf(one)];
	const order =
		command === ownLine ? (orders.get(one.pid) ?? orders.get(one.group) ?? orders.get(one.session)) : undefined;
	if (order === undefined) return { command, seconds };
	return { command: order.command, seconds: Math.min(seconds, Math.round((performance.now() - order.since) / 1000)) };
}
