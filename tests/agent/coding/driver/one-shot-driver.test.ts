import { expect, test } from 'vitest';
import { createOneShotDriver, type OneShotOptions } from '../../../../src/agent/coding/driver/one-shot-driver.ts';
import { openLocalProcess } from '../../../support/local-process.ts';
import { textOf, told } from './scripted-agent.ts';

/** Prompts are scripts for a shell. */
const shell: OneShotOptions = {
	title: 'Quill',
	open: (prompt) => Promise.resolve(openLocalProcess(['/bin/sh', '-c', prompt])),
	limitMs: 60_000,
	verdict: () => undefined,
};

test('each prompt is a process of its own, and what it prints is the text', async () => {
	await using driver = createOneShotDriver(shell);
	const first = await told(driver, 'echo one $$; cat');
	const second = await told(driver, 'echo one $$');
	expect(first.end).toEqual({ kind: 'done' });
	expect(textOf(first)).toMatch(/^one \d+\n$/);
	expect(textOf(second)).not.toBe(textOf(first));
});

test('of a long output the beginning and the end are told, and how much is missing', async () => {
	await using driver = createOneShotDriver(shell);
	const all = await told(driver, 'echo begins; head -c 200000 /dev/zero | tr "\\0" x; echo; echo ends');
	expect(textOf(all)).toMatch(/^begins\nx+\n\[150\d{3} characters left out\]\nx+\nends\n$/);
	expect(textOf(all).length).toBeLessThan(50_000);
});

test('an exit code, a death and a verdict of the gateway are prompts that failed', async () => {
	await using driver = createOneShotDriver(shell);
	expect((await told(driver, 'echo no key >&2; exit 3')).end).toEqual({
		kind: 'failed',
		why: 'Quill ended (exit code 3). It last said: no key',
	});
	expect((await told(driver, 'kill -9 $$')).end).toEqual({ kind: 'failed', why: 'Quill was ended by SIGKILL.' });
	await using spent = createOneShotDriver({ ...shell, verdict: () => 'The budget is used up.' });
	expect((await told(spent, 'true')).end).toEqual({ kind: 'failed', why: 'The budget is used up.' });
});

test('a prompt that takes too long is ended, and said so', async () => {
	await using driver = createOneShotDriver({ ...shell, limitMs: 200 });
	expect((await told(driver, 'exec sleep 1000')).end).toEqual({
		kind: 'failed',
		why: 'Quill was not done within 0 seconds and was ended.',
	});
});

test('a stop rejects with its reason', async () => {
	await using driver = createOneShotDriver(shell);
	const stop = new AbortController();
	const prompt = told(driver, 'exec sleep 1000', undefined, { signal: stop.signal });
	stop.abort(new Error('stopped'));
	await expect(prompt).rejects.toThrow('stopped');
});

test('one that cannot start has failed', async () => {
	await using driver = createOneShotDriver({ ...shell, open: () => Promise.reject(new Error('there is no aider')) });
	expect((await told(driver, 'x')).end).toEqual({ kind: 'failed', why: 'Quill could not start: there is no aider' });
});
