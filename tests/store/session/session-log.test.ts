import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LogFields, type Logger, silentLogger } from '../../../src/base/log.ts';
import { createRedactor } from '../../../src/store/session/redact.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { tempDir } from '../../support/temp-dir.ts';

type Event = Readonly<Record<string, unknown>>;

/** Logs the events in a new session and answers the lines. */
async function logged(events: readonly Event[], redact: readonly string[] = []): Promise<readonly string[]> {
	await using dir = await tempDir();
	await using sessions = openSessions(dir.path, { redact, now: () => Date.UTC(2025, 0, 31) });
	const { log } = await sessions.open('local-a');
	for (const event of events) log(event);
	const logs = join(dir.path, 'sessions', 'local-a', 'logs');
	expect(await readdir(logs)).toEqual(['2025-01-31T00-00-00-000Z.jsonl']);
	const path = join(logs, '2025-01-31T00-00-00-000Z.jsonl');
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	return (await readFile(path, 'utf8')).split('\n').slice(0, -1);
}

describe('session log', () => {
	it('has one JSON line an event, with its time', async () => {
		const lines = await logged([{ type: 'a', text: 'x\ny\u0000' }, { type: 'b' }]);
		const at = '2025-01-31T00:00:00.000Z';
		expect(lines.map((line) => JSON.parse(line))).toEqual([
			{ at, type: 'a', text: 'x\ny\u0000' },
			{ at, type: 'b' },
		]);
	});

	it('takes any value, errors with their sentence', async () => {
		const circle: Record<string, unknown> = { type: 'circle' };
		circle['self'] = circle;
		const lines = await logged([{ n: 1n }, circle, { err: new Error('outer', { cause: new TypeError('inner') }) }]);
		const [big, round, error] = lines.map((line) => JSON.parse(line));
		expect(big).toMatchObject({ n: '1' });
		expect(round).toMatchObject({ problem: expect.any(String) });
		expect(error).toMatchObject({ err: { message: 'outer', cause: { name: 'TypeError', message: 'inner' } } });
	});

	it('never holds a secret: plain, as a key, in JSON within JSON, in a URL, or as a number', async () => {
		const secrets = ['sk-a', 'sk-a/b+c="\\é', '12345678'];
		const secret = secrets[1] ?? '';
		const call = JSON.stringify({ cmd: JSON.stringify({ key: secret }) });
		const ascii = JSON.stringify({ key: secret }).replaceAll('é', '\\u00e9').replaceAll('/', '\\/');
		const events = [
			{ text: `the key is ${secret}!` },
			{ [secret]: 1 },
			{ call },
			{ ascii },
			{ url: `https://x/?k=${encodeURIComponent(secret)}` },
			{ number: 12345678, more: 'x' },
		];
		const lines = await logged(events, secrets);
		for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
		expect(lines.join('\n')).not.toMatch(/sk-a|b\+c|12345678|b%2Bc/);
		expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text: 'the key is [secret]!' });
		expect(lines.filter((line) => line.includes('[secret]'))).toHaveLength(5);
	});

	it('hides any secret in any text, and leaves the line JSON', () => {
		const secret = fc.string({ unit: 'binary', minLength: 8, maxLength: 20 }).filter((text) => text.isWellFormed());
		const property = fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
			fc.pre(!'[secret]'.includes(hidden) && !`${before}${after}"text:{}`.includes(hidden));
			const line = createRedactor([hidden])(JSON.stringify({ text: before + hidden + after }));
			expect(line).not.toContain(JSON.stringify(hidden).slice(1, -1));
		});
		fc.assert(property);
	});

	it('takes nothing for a secret that is shorter than four characters', async () => {
		const lines = await logged([{ text: 'a x b' }], ['x', '']);
		expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text: 'a x b' });
	});

	it('tells the process log once when it cannot be written, and never throws', async () => {
		await using dir = await tempDir();
		const told: (LogFields | undefined)[] = [];
		const log: Logger = { ...silentLogger, warn: (_message, fields) => told.push(fields) };
		await using sessions = openSessions(dir.path, { log });
		const folder = await sessions.open('local-a');
		const logs = join(dir.path, 'sessions', 'local-a', 'logs');
		await rm(logs, { recursive: true });
		await writeFile(logs, '');
		for (let count = 0; count < 3; count++) folder.log({ type: 'x' });
		expect(told).toHaveLength(1);
		expect(told[0]).toMatchObject({ path: expect.stringContaining(logs) });
	});
});
