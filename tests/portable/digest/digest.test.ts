import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/base/errors.ts';
import { countedIn } from '../../../src/portable/digest/count-log.ts';
import { runDigest } from '../../../src/portable/digest/digest.ts';
import { readFeedback } from '../../../src/store/embedded/read-feedback.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench, sessionId, thread } from '../../support/workbench.ts';

const person = { id: 'local', name: 'Ultramarine' };

async function digest(home: string, options: { json?: boolean; now?: number } = {}) {
	const texts = { written: '', said: '' };
	const write = (text: string) => {
		texts.written += text;
	};
	const say = (text: string) => {
		texts.said += text;
	};
	const { json = false, now } = options;
	const code = await runDigest({ days: 7, json }, { home, write, say, ...(now !== undefined && { now }) });
	return { code, ...texts };
}

async function busyHome(dir: TempDir): Promise<void> {
	const brain = scriptedModel([{ text: 'vermilion' }, { fails: new ModelError('silent', 'cerulean is missing') }]);
	await using bench = openWorkbench({ home: dir.path, brain });
	await bench.say(message('ultramarine.csv'));
	await bench.say(message('magenta'));
	const thumb = { type: 'feedback', key: 'k1', thread, person, at: new Date().toISOString(), turn: 't' } as const;
	await bench.store.records.put('feedback', sessionId, 'one', { ...thumb, value: 'bad' });
	await bench.store.records.put('feedback', sessionId, 'two', { ...thumb, value: 'a secret word' });
}

describe('threadsmith digest', () => {
	it('counts turns by outcome, failures by class, and thumbs', async () => {
		await using dir = await tempDir();
		await busyHome(dir);
		const { code, written } = await digest(dir.path);
		expect(code).toBe(0);
		expect(written).toContain('- Turns: done 1, failed 1\n');
		expect(written).toContain('- Failed turns, by class: ModelError silent 1\n');
		expect(written).toContain('- Thumbs: bad 1\n');
		expect(written).toMatch(/- Seconds a finished turn took: \d+\.\d in the middle/);
	});

	it("holds nobody's words, names, ids or files", async () => {
		await using dir = await tempDir();
		await busyHome(dir);
		for (const json of [false, true]) {
			const { written } = await digest(dir.path, { json });
			for (const word of ['ltramarine', 'vermilion', 'cerulean', 'magenta', 'secret', sessionId, dir.path])
				expect(written).not.toContain(word);
		}
	});

	it('leaves out what is older', async () => {
		await using dir = await tempDir();
		await busyHome(dir);
		const { written } = await digest(dir.path, { now: Date.now() + 8 * 86_400_000 });
		expect(written).toContain('- Turns: none\n');
		expect(written).toContain('- Thumbs: none\n');
	});

	it('prints one row a count in the form of all measurements', async () => {
		await using dir = await tempDir();
		await busyHome(dir);
		const { written } = await digest(dir.path, { json: true });
		const rows = written
			.trim()
			.split('\n')
			.map((line): unknown => JSON.parse(line));
		expect(rows).toContainEqual({ suite: 'digest', name: 'turns failed', value: 1, unit: '' });
		expect(rows).toContainEqual({ suite: 'digest', name: 'thumbs bad', value: 1, unit: '' });
	});

	it('counts an empty data folder as nothing, and leaves out a session that cannot be read', async () => {
		await using dir = await tempDir();
		expect((await digest(dir.path)).written).toContain('- Sessions: 0\n');
		await busyHome(dir);
		const state = join(dir.path, 'sessions', 'local-broken', 'state');
		await mkdir(state, { recursive: true });
		await writeFile(join(state, 'journal.jsonl'), 'no journal\n'.repeat(3));
		await writeFile(join(dir.path, 'sessions', 'local-broken', 'session.json'), '{}');
		const { said, written } = await digest(dir.path);
		expect(said).toBe('Left out: 1 session that cannot be read\n');
		expect(written).toContain('- Turns: done 1, failed 1\n');
	});

	it('reads feedback of no file as none', () => {
		expect(readFeedback('/nowhere/store.db')).toEqual([]);
	});
});

describe('a line of a log', () => {
	const at = '2026-01-02T03:04:05.000Z';
	const counted = (event: object) => countedIn(JSON.stringify({ at, ...event }), 0);

	it('counts tries of the forge by the check that refused', () => {
		expect(counted({ event: 'forge-try', outcome: 'passed' })).toEqual({ kind: 'tries', name: 'passed' });
		expect(counted({ event: 'forge-try', outcome: { class: 'lint', feedback: 'x' } })).toEqual({
			kind: 'tries',
			name: 'lint',
		});
		expect(counted({ event: 'forge-try', outcome: { doubts: [1] } })).toEqual({ kind: 'tries', name: 'doubted' });
		expect(counted({ event: 'forge-try', outcome: { class: 'a word of theirs' } })).toBeUndefined();
	});

	it('takes from a failure the name of a class, and no word of a message', () => {
		expect(counted({ event: 'failed', class: 'ModelError away', reason: 'Ada' })?.name).toBe('ModelError away');
		expect(counted({ event: 'failed', class: 'Ada said so: no' })?.name).toBe('unknown');
		expect(counted({ event: 'failed' })?.name).toBe('unknown');
	});

	it('counts nothing of whatever else is in it', () => {
		fc.assert(fc.property(fc.string(), (line) => countedIn(line, 0) === undefined));
	});
});
