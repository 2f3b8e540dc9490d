import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from '../../files/run.ts';
import type { StoppedProcess } from '../../sandbox.ts';
import { findProgram, systemPath } from '../service/run-program.ts';

export interface InnerProcess extends StoppedProcess {
	/** As seen inside. */
	readonly uid: number;
}

const withinMs = 2_000;
const againMs = 50;

/**
 * The processes of users inside a container with a kernel of its own, as that kernel tells runsc: `others` are ours. Who has ended counts until it
 * is waited for, so that only who is there twice is told of. Rejects when that kernel does not answer within 2 s.
 */
export async function listInside(container: string, others: readonly number[]): Promise<StoppedProcess[]> {
	const list = async () => (await ask(container)).filter(({ uid }) => !others.includes(uid));
	if ((await list()).length === 0) return [];
	await delay(againMs);
	return list();
}

async function ask(container: string): Promise<InnerProcess[]> {
	const program = (await findProgram('runsc', systemPath)) ?? 'runsc';
	const { code, stdout, stderr } = await runProgram(program, ['ps', container], AbortSignal.timeout(withinMs));
	if (code !== 0) throw new Error(`Cannot list the processes of a sandbox: ${stderr.trim().slice(0, 300)}`);
	return parseProcesses(stdout);
}

/** Parses what `runsc ps` prints: a table of UID, PID, PPID, C, TTY, STIME, TIME and CMD, of which it tells the seconds of the processor only. */
export function parseProcesses(text: string): InnerProcess[] {
	return text.split('\n').flatMap((line) => {
		const [, uid, pid, command] = /^(\d+)\s+(\d+)(?:\s+\S+){5}\s+(.*)$/.exec(line) ?? [];
		return command === undefined ? [] : [{ uid: Number(uid), pid: Number(pid), command, seconds: 0 }];
	});
}
