import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdingAny } from '../../../support/holding-any.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { echoTool, inbound, message, openWorkbench, sessionId, type Workbench } from '../../../support/workbench.ts';

async function erase(bench: Workbench): Promise<void> {
	await bench.dispatch.erase(sessionId, inbound('erase', { what: { kind: 'session' } }));
	await bench.dispatch.settled();
}

const uses = { text: 'vermilion', calls: [{ name: 'bash', args: { command: 'saffron' } }] };
const asks = { calls: [{ name: 'ask_user', args: { question: 'Which cerulean?', choices: ['red', 'blue'] } }] };
const words = ['ultramarine', 'vermilion', 'saffron', 'titian', 'cerulean'];

/** Files that the folder of a session may have, each with a word that is looked for. */
const files = [
	'disk.img',
	'inputs/a.csv',
	'outputs/deep/b.txt',
	'seen/a.shown.png',
	'memories/m.md',
	'forged_tools/math/add/1/tool.py',
	'forge/c1.json',
	'histories/current_history-x.json',
	'state/journal.jsonl.damaged-2026-01-01T00-00-00Z',
	'session.json.damaged-2026-01-01T00-00-00Z',
];

describe('a session that is erased', () => {
	it('leaves no word of it in any file of the data folder, also of its store', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([uses, { text: 'vermilion' }, asks]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: echoTool('titian') } });
		await bench.say(
			message('ultramarine'),
			message('ultramarine again'),
			inbound('command', { name: 'clear', args: '' }),
		);
		for (const file of files) {
			const path = join(dir.path, 'sessions', sessionId, file);
			await mkdir(join(path, '..'), { recursive: true });
			await writeFile(path, 'saffron');
		}
		expect((await holdingAny(dir.path, words)).length).toBeGreaterThan(files.length + 2);
		await erase(bench);
		expect(await holdingAny(dir.path, words)).toEqual([]);
		expect(await readdir(join(dir.path, 'sessions', sessionId, 'state'))).toEqual(['journal.jsonl']);
	});

	it('has nothing that could be brought back', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({
			home: dir.path,
			brain: scriptedModel([{ text: 'vermilion' }, { text: 'Fresh' }]),
		});
		await bench.say(message('ultramarine'));
		await erase(bench);
		await bench.say(message('Go on'));
		await bench.say(inbound('command', { name: 'undo', args: '' }));
		expect(bench.platform.posts.at(-1)).toBe('There is nothing to bring back.');
	});

	it('keeps the numbers of its journal, and goes on as a new one in its thread', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([uses, { text: 'vermilion' }, { text: 'Fresh' }]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: echoTool('titian') } });
		await bench.say(message('ultramarine'));
		const { journal } = await bench.sessions.open(sessionId);
		const before = await journal.after(0);
		await erase(bench);
		const after = await journal.after(0);
		const facts = ({ seq, at, lease, step: { type } }: (typeof after)[number]) => ({ seq, at, lease, type });
		expect(after.slice(0, before.length).map(facts)).toEqual(before.map(facts));
		await bench.say(message('Hello'));
		expect(bench.platform.posts.at(-2)).toBe('Fresh');
		expect(brain.requests.at(-1)?.messages.map(({ text }) => text)).toEqual(['Hello']);
	});

	it('is stopped first where a turn runs, and what came in behind the order goes on', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'vermilion', hangs: true }, { text: 'Fresh' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.dispatch.accept(message('ultramarine'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept(message('ultramarine waits'));
		await bench.dispatch.erase(sessionId, inbound('erase', { what: { kind: 'session' } }));
		await bench.dispatch.accept(message('Hello'));
		await bench.dispatch.settled();
		expect(brain.requests.at(-1)?.messages.map(({ text }) => text)).toEqual(['Hello']);
		expect(await holdingAny(dir.path, words)).toEqual([]);
	});

	it('waits for no answer any more', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([asks, { text: 'Fresh' }]) });
		await bench.say(message('ultramarine'));
		await erase(bench);
		expect(await holdingAny(dir.path, words)).toEqual([]);
		await bench.say(message('Hello'));
		expect(bench.platform.posts.at(-2)).toBe('Fresh');
	});

	it('is ordered by no platform', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'vermilion' }]) });
		await bench.say(message('ultramarine'));
		expect(await bench.dispatch.accept(inbound('erase', { what: { kind: 'session' } }))).toBe('denied');
	});
});
