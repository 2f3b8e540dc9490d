import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageSchema } from '../../../src/store/journal.ts';
import { sessionPathsIn } from '../../../src/store/session/layout.ts';
import { ask, bo, cy, said } from '../../support/commands.ts';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { echoTool, openWorkbench, sessionId, thread } from '../../support/workbench.ts';

const answers = (...texts: string[]): ScriptedReply[] => texts.map((text) => ({ text }));
const other = { platform: 'terminal', id: 'other' } as const;

describe('/new', () => {
	it('binds the thread to the next session, with an empty history, and keeps the old one to be loaded', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel(answers('one', 'two', 'three'));
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(said('first'));
		expect(await ask(bench, '/new')).toBe(`New session ${sessionId}.2. The old one is kept: /load ${sessionId}`);
		expect(await bench.store.bindings.sessionOf(thread)).toBe(`${sessionId}.2`);
		await bench.say(said('second'));
		expect(brain.requests[1]?.messages).toMatchObject([{ text: 'second' }]);
		expect(await ask(bench, `/load ${sessionId}`)).toBe(`Loaded ${sessionId}: first\n> first\none`);
		await bench.say(said('third'));
		expect(brain.requests[2]?.messages.map((one) => one.text)).toEqual(['first', 'one', 'third']);
	});

	it('never takes up a session that there is', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel(answers('one', 'two')) });
		await bench.say(said('first'));
		await ask(bench, '/new');
		await bench.say(said('second'));
		await ask(bench, `/load ${sessionId}`);
		expect(await ask(bench, '/new')).toContain(`New session ${sessionId}.3.`);
	});

	it("ends the old session's sandbox", async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: { bash: echoTool('exit code 0') } });
		const brain = scriptedModel([{ calls: [{ name: 'bash', args: { command: 'x' } }] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(said('go'));
		expect(sandboxes.status()).toHaveLength(1);
		await ask(bench, '/new');
		expect(sandboxes.status()).toEqual([]);
	});
});

describe('/clear', () => {
	it('empties the history and keeps it in a copy that it names', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel(answers('one', 'two'));
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(said('first'));
		const [, name = ''] = /kept as (\S+);/.exec(await ask(bench, '/clear')) ?? [];
		const histories = join(dir.path, 'sessions', sessionId, 'histories');
		expect(await readdir(histories)).toEqual([name.split('/').at(-1)]);
		const copy: unknown = JSON.parse(await readFile(join(histories, name.split('/').at(-1) ?? ''), 'utf8'));
		const { messages } = copy as { messages: unknown[] };
		const texts = messages.map((one) => messageSchema.parse(one).text.split('\n').at(-1));
		expect(texts).toEqual(['first', 'one']);
		await bench.say(said('second'));
		expect(brain.requests[1]?.messages.map((one) => one.text)).toEqual(['second']);
	});

	it('leaves files and forged tools as they are', async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: {}, pathsOf: sessionPathsIn(dir.path) });
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel(answers('ok')), sandboxes });
		await keepTool(await bench.sessions.open(sessionId));
		bench.platform.files.set('here', Buffer.alloc(1229));
		await bench.say({ ...said('go'), type: 'message', text: 'go', files: [{ name: 'a.csv', source: 'here' }] });
		const before = [await ask(bench, '/files'), await ask(bench, '/tools')];
		await ask(bench, '/clear');
		expect([await ask(bench, '/files'), await ask(bench, '/tools')]).toEqual(before);
		expect(before[0]).toContain('a.csv  1.2 KB');
		expect(before[1]).toContain('numbers/double_number (version 1)  Doubles a number');
	});

	it('asks for an open question to be settled first', async () => {
		await using dir = await tempDir();
		const question = { name: 'ask_user', args: { question: 'Which column?' } };
		const brain = scriptedModel([{ calls: [question] }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(said('go'));
		expect(await ask(bench, '/clear')).toBe(
			'A question is open. Answer it, or withdraw it with /stop; then clear again.',
		);
		await ask(bench, '/stop');
		expect(await ask(bench, '/clear')).toMatch(/^Cleared/);
		await bench.say(said('next'));
		expect(brain.requests[1]?.messages.map((one) => one.text)).toEqual(['next']);
	});
});

describe('/load', () => {
	it('without an id lists what one took part in, not the session one is in', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel(answers('a', 'b', 'c')) });
		expect(await ask(bench, '/load')).toBe('There is no other session yet.');
		await bench.say(said('about apples', { person: bo, thread: other }));
		await bench.say(said('about pears', { person: cy, thread: { ...other, id: 'third' } }));
		await bench.say(said('hello', { person: bo }));
		expect(await ask(bench, '/load', { person: bo })).toMatch(
			/^Sessions to load:\nlocal-other {2}just now {2}about apples$/,
		);
	});

	it.each(['local-third', 'nowhere', '../../etc'])(
		'answers %j, which one took no part in, like one that is not there',
		async (id) => {
			await using dir = await tempDir();
			await using bench = openWorkbench({ home: dir.path, brain: scriptedModel(answers('a', 'b')) });
			await bench.say(said('secret', { person: cy, thread: { ...other, id: 'third' } }));
			await bench.say(said('hello', { person: bo }));
			expect(await ask(bench, `/load ${id}`, { person: bo })).toBe(
				`There is no session "${id}" that you took part in. There is no other session yet.`,
			);
			expect(await bench.store.bindings.sessionOf(thread)).toBe(sessionId);
		},
	);

	it('shows an admin every session, and leaves out one of a newer version', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel(answers('a', 'b')) });
		await bench.say(said('apples', { person: bo, thread: other }));
		await bench.say(said('pears', { person: cy, thread: { ...other, id: 'third' } }));
		const broken = await bench.sessions.open('local-third');
		await broken.documents.write('session', { version: 2 });
		const list = await ask(bench, '/load');
		expect(list).toContain('local-other');
		expect(list).not.toContain('local-third');
	});
});
