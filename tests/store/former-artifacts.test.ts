import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSessions } from '../../src/store/session/session-folder.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { openWorkbench, sessionId, thread } from '../support/workbench.ts';

const sha256 = 'ab'.repeat(32);
const at = '2026-01-01T00:00:00.000Z';
const taken = {
	...{ type: 'taken', turn: 't1', keys: ['k'], thread, placed: [], refused: [] },
	message: { role: 'user', text: 'Draw it' },
};
const answer = { type: 'model', turn: 't1', message: { role: 'assistant', text: 'Here it is', calls: [] } };
/** As it was written when artifacts were named by the path of the host's copy. */
const collected = {
	...{ type: 'collected', turn: 't1', refused: [] },
	artifacts: [{ name: 'sub/a.csv', path: '/former/home/sessions/local-bench/outputs/sub/a.csv', size: 3, sha256 }],
};
const ended = { type: 'ended', turn: 't1', outcome: { outcome: 'done' } };

/** A session whose turn has ended and was not shown, in a data folder that was moved since. */
async function movedHome(home: string): Promise<void> {
	const folder = join(home, 'sessions', sessionId);
	await mkdir(join(folder, 'state'), { recursive: true });
	await mkdir(join(folder, 'outputs/sub'), { recursive: true });
	await writeFile(join(folder, 'outputs/sub/a.csv'), 'a,b');
	const lines = [taken, answer, collected, ended].map((step, index) =>
		JSON.stringify({ seq: index + 1, at, lease: 1, step }),
	);
	await writeFile(join(folder, 'state/journal.jsonl'), `${lines.join('\n')}\n`);
}

it('an artifact that a former journal names by a path is found by its name, wherever the data folder is now', async () => {
	await using dir = await tempDir();
	await movedHome(dir.path);
	await using sessions = openSessions(dir.path);
	const { journal, files } = await sessions.open(sessionId);
	const steps = (await journal.after(0)).map(({ step }) => step);
	const [artifact] = steps.flatMap((step) => (step.type === 'collected' ? step.artifacts : []));
	expect(artifact).toEqual({ name: 'sub/a.csv', size: 3, sha256 });
	const bytes = await Array.fromAsync(files.openArtifact(artifact?.name ?? '', new AbortController().signal));
	expect(String(Buffer.concat(bytes))).toBe('a,b');
});

it('a former journal goes on, and shows such an artifact by its name', async () => {
	await using dir = await tempDir();
	await movedHome(dir.path);
	await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
	await bench.dispatch.recover();
	await bench.dispatch.settled();
	const [shown] = bench.platform.events.filter(({ type }) => type === 'artifact');
	expect(shown).toEqual({ type: 'artifact', key: expect.any(String), name: 'sub/a.csv', size: 3, sha256 });
	const journal = await readFile(join(dir.path, 'sessions', sessionId, 'state/journal.jsonl'), 'utf8');
	expect(journal).toContain('"type":"shown"');
});
