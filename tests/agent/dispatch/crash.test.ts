import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';

const child = join(import.meta.dirname, '../../support/crash-child.ts');

/** Runs the child on `home`, killing it before its durable operation number `killAt`. */
async function run(
	home: string,
	killAt: number,
): Promise<{ signal: string | null; code: number | null; operations: number }> {
	const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, home, String(killAt)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const exited = once(started, 'exit');
	const printed = await text(started.stdout);
	const [code, signal] = await exited;
	return { code, signal, operations: Number(printed) };
}

async function lines(home: string, name: string): Promise<unknown[]> {
	const path = join(home, name);
	if (!existsSync(path)) return [];
	return (await readFile(path, 'utf8'))
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}

interface Post {
	readonly key: string;
	readonly text: string;
}

const interrupted = 'Threadsmith was interrupted; going on where it was';

/** What must hold after any crash: the story is whole, and each part of it was told once. */
async function expectWholeStory(home: string): Promise<Post[]> {
	const posts = (await lines(home, 'posts.jsonl')) as Post[];
	expect(new Set(posts.map((post) => post.key)).size).toBe(posts.length);
	const texts = posts.map((post) => post.text).filter((post) => post !== interrupted);
	expect(texts.map((post) => post.replace(/^tool (ok|failed): .*/, 'tool'))).toEqual([
		'Working',
		'bash started',
		'tool',
		'Here it is',
		'artifact a.txt',
		'ended done',
	]);
	return posts;
}

/** Every request to the Brain is grammatical: the message once, and each call answered once. */
async function expectGrammatical(home: string): Promise<void> {
	for (const messages of (await lines(home, 'requests.jsonl')) as {
		role: string;
		calls?: { id: string }[];
		callId?: string;
	}[][]) {
		expect(messages.filter((message) => message.role === 'user')).toHaveLength(1);
		const called = messages.flatMap((message) => message.calls?.map((call) => call.id) ?? []);
		expect(messages.flatMap((message) => message.callId ?? [])).toEqual(called);
	}
}

describe('kill -9 right before any durable operation of a turn', async () => {
	await using counting = await tempDir();
	const { operations } = await run(counting.path, 0);

	it('is tried at a few dozen places', async () => {
		await using dir = await tempDir();
		expect((await run(dir.path, 0)).operations).toBe(operations);
		expect(operations).toBeGreaterThan(25);
		expect((await expectWholeStory(dir.path)).some((post) => post.text === interrupted)).toBe(false);
	});

	it.each(Array.from({ length: operations }, (_, index) => index + 1))(
		'before operation %i nothing is lost and nothing is said twice',
		async (killAt) => {
			await using dir = await tempDir();
			expect((await run(dir.path, killAt)).signal).toBe('SIGKILL');
			expect((await run(dir.path, 0)).code).toBe(0);
			await expectWholeStory(dir.path);
			await expectGrammatical(dir.path);
		},
	);
});
