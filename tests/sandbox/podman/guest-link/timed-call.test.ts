import { expect, it } from 'vitest';
import type { GuestClient, GuestWatch } from '../../../../src/sandbox/podman/guest-link/guest-client.ts';
import { createTimedCall } from '../../../../src/sandbox/podman/guest-link/timed-call.ts';
import { never } from '../run-in.ts';

it('gives each call the time of all that may come before it, and a little more', async () => {
	const watches: GuestWatch[] = [];
	const answers: (() => void)[] = [];
	const client: Pick<GuestClient, 'call'> = {
		call: (_call, watch) => {
			watches.push(watch);
			return new Promise((resolve) => answers.push(() => resolve({ type: 'lost', why: undefined })));
		},
	};
	const inTime = createTimedCall(client);
	const calls = [600, undefined, 10].map((timeout) =>
		inTime({ tool: 'bash', args: timeout === undefined ? {} : { timeout } }, { signal: never }),
	);
	expect(watches.map(({ withinMs }) => withinMs)).toEqual([630_000, 750_000, 760_000]);
	for (const answer of answers) answer();
	await Promise.all(calls);
	void inTime({ tool: 'bash', args: { timeout: 1 } }, { signal: never });
	expect(watches.at(-1)?.withinMs).toBe(31_000);
});

it('shows people clean text', async () => {
	const shown: string[] = [];
	const client: Pick<GuestClient, 'call'> = {
		async call(_call, { onProgress }) {
			onProgress?.(`a\u001b[2J\u202eb${'x'.repeat(10_000)}`);
			return { type: 'lost', why: undefined };
		},
	};
	const onOutput = (text: string) => void shown.push(text);
	await createTimedCall(client)({ tool: 'bash', args: {} }, { signal: never, onOutput });
	expect(shown[0]).toMatch(/^a\\x1b\[2J\\u202ebx+$/);
	expect(shown[0]?.length).toBeLessThanOrEqual(2_000);
});
