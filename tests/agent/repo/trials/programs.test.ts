import { describe, expect, it } from 'vitest';
import { runProgram } from '../../../../src/agent/repo/trials/programs.ts';
import type { SandboxProcess } from '../../../../src/sandbox/opened-process.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { openLocalProcess } from '../../../support/local-process.ts';

const order = { argv: [], cwd: '/', env: {} };

/** A sandbox in which this is what runs. */
function running(process: SandboxProcess): Sandbox {
	const open: Sandbox['open'] = async () => process;
	return { open } as Sandbox;
}

function printing(report: object): SandboxProcess {
	return openLocalProcess(['python3', '-c', `print(${JSON.stringify(JSON.stringify(report))})`]);
}

/** Has nothing to give until nobody takes it any more. */
async function* late({ stream }: SandboxProcess): AsyncIterable<Uint8Array> {
	const { promise, resolve } = Promise.withResolvers<void>();
	stream.once('close', resolve);
	if (!stream.closed) await promise;
	yield Buffer.alloc(1_000_000);
	throw new Error('Nobody wants more');
}

describe('A program that ends before its input has come', () => {
	const signal = AbortSignal.timeout(10_000);

	it('has said why', async () => {
		const process = printing({ problem: 'there is no room' });
		const ran = runProgram(running(process), order, late(process), signal);
		expect(await ran).toBe('there is no room');
	});

	it('is told of where its sandbox has died', async () => {
		const process = openLocalProcess(['sleep', '60']);
		const lost: SandboxProcess = {
			...process,
			ended: process.ended.then(() => ({ kind: 'lost', why: 'it was killed' })),
			[Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
		};
		const ran = runProgram(running(lost), order, late(process), signal);
		await process[Symbol.asyncDispose]();
		expect(await ran).toBe('its sandbox ended: it was killed');
	});
});
