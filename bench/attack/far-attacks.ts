import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Attack } from './attack.ts';
import type { Ground } from './ground.ts';
import type { AttackContext, Result } from './run-attacks.ts';
import { verdicts } from './verdict.ts';

const scripts = join(import.meta.dirname, '..', '..', 'scripts');

const line = z.object({
	name: z.string(),
	value: z.string(),
	control: z.string().optional(),
	why: z.string().optional(),
	verdict: z.enum(verdicts),
});

/**
 * As `runAttacks`, by a process of a plain user that root starts. Rejects when that cannot be, or has come to no end of its own; a row that failed
 * is a result.
 */
export async function runAsPlainUser(
	ground: Ground,
	attacks: readonly Attack[],
	{ signal, onResult }: Pick<AttackContext, 'signal' | 'onResult'>,
): Promise<void> {
	const asked = attacks.flatMap(({ name }) => ['--only', name]);
	const words = ['bench/attack.ts', '--json', '--mode', ground.mode, '--runtime', ground.runtime, ...asked];
	const child = spawn(process.execPath, [join(scripts, 'plain-user.mjs'), ...words], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const leave = (): void => void child.kill('SIGTERM');
	signal.addEventListener('abort', leave, { once: true });
	const complaint = lastWords(child.stderr);
	const closed = once(child, 'close');
	for await (const text of createInterface({ input: child.stdout })) {
		const { name, value: seen, verdict, control, why } = line.parse(JSON.parse(text));
		const attack = attacks.find((one) => one.name === name);
		if (attack === undefined) throw new Error(`An attack came back that was not asked for: "${name}"`);
		onResult({ attack, ground, verdict, seen, ...(control !== undefined && { control }), ...(why && { why }) });
	}
	const [code] = await closed;
	signal.removeEventListener('abort', leave);
	// 1: a row has failed, or none was made; the caller has counted them
	if (code !== 0 && code !== 1) throw new Error(complaint());
	if (code === 1 && complaint().includes('nothing can be attacked')) throw new Error(complaint());
}

/** The last line that came, for people. */
function lastWords(stream: NodeJS.ReadableStream): () => string {
	let text = '';
	stream.setEncoding('utf8').on('data', (chunk: string) => {
		text = (text + chunk).slice(-2_000);
	});
	return () => text.trim().split('\n').at(-1) ?? '';
}

/**
 * A bare container of a plain user is as harmless as the attacked sandbox where an attack wants rights over the machine: then the control that root
 * has had in this run counts. Pure.
 */
export function provedBy(result: Result, before: readonly Result[]): Result {
	if (result.verdict !== 'unproved' || result.ground.mode === 'root') return result;
	const roots = before.filter(({ attack, ground }) => attack === result.attack && ground.mode === 'root');
	const held = roots.find(({ verdict }) => verdict === 'held');
	if (held !== undefined) return { ...result, verdict: 'held', control: `as root: ${held.control}` };
	const none = roots.find(
		({ ground, verdict }) => ground.runtime === result.ground.runtime && verdict === 'does not apply',
	);
	return none?.why === undefined ? result : { ...result, verdict: none.verdict, why: none.why };
}
