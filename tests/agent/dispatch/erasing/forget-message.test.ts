import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesKey } from '../../../../src/chat/inbound.ts';
import { holdingAny } from '../../../support/holding-any.ts';
import { type ScriptedModel, scriptedModel } from '../../../support/scripted-model.ts';
import { type TempDir, tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { echoTool, inbound, message, openWorkbench, sessionId, type Workbench } from '../../../support/workbench.ts';

const words = ['ultramarine'];
const thread = { platform: 'slack', id: 'T1-C1-1.1' } as const;
const gone = (of: string) => inbound('delete', { of, gone: true });
const textsOf = (brain: ScriptedModel) => brain.requests.at(-1)?.messages.map(({ text }) => text);
const answers = [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }];

async function onBench(
	test: (bench: Workbench, brain: ScriptedModel, dir: TempDir) => Promise<void>,
	brain = scriptedModel(answers),
): Promise<void> {
	await using dir = await tempDir();
	await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: echoTool('done') } });
	await test(bench, brain, dir);
}

describe('a message that is deleted on its platform', () => {
	it('leaves later requests, the journal, its copies and the name of the session', () =>
		onBench(async (bench, brain, dir) => {
			const first = message('ultramarine');
			await bench.say(first);
			expect((await holdingAny(dir.path, words)).length).toBeGreaterThan(2);
			await bench.say(gone(first.key));
			expect(await holdingAny(dir.path, words)).toEqual([]);
			await bench.say(message('Go on'));
			expect(textsOf(brain)).toEqual(['[deleted]', 'One', 'Go on']);
		}));

	it('takes the files along that came after its words', () =>
		onBench(async (bench, _brain, dir) => {
			bench.platform.files.set('here', Buffer.from('ultramarine'));
			const first = message('Look at it');
			const files = { ...message('', [{ name: 'ultramarine.csv', source: 'here' }]), key: filesKey(first.key) };
			await bench.say(first);
			await bench.say(files);
			expect(await holdingAny(dir.path, words)).not.toEqual([]);
			await bench.say(gone(first.key));
			expect(await holdingAny(dir.path, words)).toEqual([]);
		}));

	it('leaves what a process that was killed had not finished writing; what this one writes stays', () =>
		onBench(async (bench, _brain, dir) => {
			const first = { ...message('Paint it'), thread };
			await bench.say(first);
			const session = join('sessions', bench.places.sessionIdOf(thread));
			const channel = join('places', 'slack-T1', 'channels', 'slack-T1-C1');
			const folders = [session, ...['state', 'histories', 'memories'].map((name) => join(session, name))];
			for (const folder of [...folders, channel, join(channel, 'memories')]) {
				await mkdir(join(dir.path, folder), { recursive: true });
				const left = join(dir.path, folder, '.left.json.tmp');
				await writeFile(left, 'ultramarine');
				await utimes(left, 1_000, 1_000);
			}
			await writeFile(join(dir.path, session, '.written.json.tmp'), 'vermilion');
			await bench.say({ ...gone(first.key), thread });
			expect(await holdingAny(dir.path, words)).toEqual([]);
			expect(await holdingAny(dir.path, ['vermilion'])).toHaveLength(1);
		}));

	it('leaves the copies that were made before, too', () =>
		onBench(async (bench, brain, dir) => {
			const first = message('ultramarine');
			await bench.say(first);
			await bench.say(inbound('command', { name: 'clear', args: '' }));
			await bench.say(gone(first.key));
			await bench.say(message('Go on'));
			expect(await holdingAny(dir.path, words)).toEqual([]);
			expect(textsOf(brain)).toEqual(['Go on']);
			expect((await readdir(join(dir.path, 'sessions', sessionId, 'histories'))).length).toBe(1);
		}));

	it('leaves what was brought back after a clearing, too', () =>
		onBench(async (bench, brain, dir) => {
			const first = message('ultramarine');
			await bench.say(first);
			await bench.say(inbound('command', { name: 'clear', args: '' }), inbound('command', { name: 'undo', args: '' }));
			await bench.say(gone(first.key));
			expect(await holdingAny(dir.path, words)).toEqual([]);
			await bench.say(message('Go on'));
			expect(textsOf(brain)).toEqual(['[deleted]', 'One', 'Go on']);
		}));

	it('leaves the parts of the journal that were closed, too', () =>
		onBench(
			async (bench, brain, dir) => {
				const first = message('ultramarine');
				await bench.say(first);
				for (const name of ['clear', 'undo']) await bench.say(inbound('command', { name, args: '' }));
				expect(await holdingAny(dir.path, words)).toContainEqual(expect.stringMatching(/\.zst$/));
				await bench.say(gone(first.key));
				expect(await holdingAny(dir.path, words)).toEqual([]);
				await bench.say(message('Go on'));
				expect(textsOf(brain)?.at(0)).toBe('[deleted]');
				expect(await bench.sessions.has(sessionId, 'Go on')).toBe(true);
			},
			scriptedModel([{ text: 'One'.repeat(30_000) }, ...answers]),
		));

	it('leaves the next request of the turn that runs', async () => {
		const brain = scriptedModel([
			{ text: 'One' },
			{ calls: [{ name: 'bash', args: { command: 'ls' } }] },
			{ text: 'Two' },
		]);
		await using dir = await tempDir();
		const first = message('ultramarine');
		const bash = async () => {
			await bench.dispatch.accept(gone(first.key));
			return { ok: true, text: 'done' };
		};
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash } });
		await bench.say(first);
		await bench.say(message('Go on'));
		expect(brain.requests.map(({ messages }) => messages[0]?.text)).toEqual([
			'ultramarine',
			'ultramarine',
			'[deleted]',
		]);
		expect(await bench.store.inbox.waiting(sessionId)).toEqual([]);
	});

	it('is not kept by the turn that it began and that ends with it', () =>
		onBench(
			async (bench, brain, dir) => {
				const request = message('ultramarine');
				await bench.dispatch.accept(request);
				await waitFor(() => brain.requests.length === 1, 'the turn');
				await bench.dispatch.accept(gone(request.key));
				const isDone = async () => (await bench.store.inbox.waiting(sessionId)).length === 0;
				await waitFor(isDone, 'what is deleted');
				await bench.dispatch.settled();
				expect(bench.platform.posts.at(-1)).toBe('ended stopped');
				expect(await holdingAny(dir.path, words)).toEqual([]);
			},
			scriptedModel([{ text: 'working', hangs: true }]),
		));

	it('stays where it was only taken back in its thread, too late', () =>
		onBench(async (bench, brain) => {
			const first = message('ultramarine');
			await bench.say(first);
			await bench.say(inbound('delete', { of: first.key }), message('Go on'));
			expect(textsOf(brain)).toContain('ultramarine');
		}));

	it('leaves what a stop has taken back, too', async () => {
		const brain = scriptedModel([{ text: 'One', hangs: true }, { text: 'Two' }]);
		await onBench(async (bench, _brain, dir) => {
			await bench.dispatch.accept(message('saffron'));
			await waitFor(() => brain.requests.length === 1, 'the turn');
			const waits = message('ultramarine');
			await bench.dispatch.accept(waits);
			await bench.say(inbound('stop', {}));
			expect(await holdingAny(dir.path, words)).not.toEqual([]);
			await bench.say(gone(waits.key));
			expect(await holdingAny(dir.path, words)).toEqual([]);
		}, brain);
	});

	it('leaves where it was the answer to a question', async () => {
		const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?' } }] };
		const brain = scriptedModel([asks, { text: 'One' }, { text: 'Two' }]);
		await onBench(async (bench, _brain, dir) => {
			await bench.say(message('Paint it'));
			const answer = message('ultramarine');
			await bench.say(answer);
			expect((await holdingAny(dir.path, words)).length).toBeGreaterThan(0);
			await bench.say(gone(answer.key));
			expect(await holdingAny(dir.path, words)).toEqual([]);
			await bench.say(message('Go on'));
			expect(textsOf(brain)).toEqual(['Paint it', '', '[deleted]', 'One', 'Go on']);
		}, brain);
	});

	it('leaves where it was a command that handed words in', () =>
		onBench(async (bench, brain, dir) => {
			await bench.say(message('Paint it'));
			const steer = inbound('command', { name: 'steer', args: 'ultramarine' });
			await bench.say(steer);
			expect((await holdingAny(dir.path, words)).length).toBeGreaterThan(0);
			await bench.say(gone(steer.key));
			expect(await holdingAny(dir.path, words)).toEqual([]);
			await bench.say(message('Go on'));
			expect(textsOf(brain)).toEqual(['Paint it', 'One', '[deleted]', 'Two', 'Go on']);
		}));

	it('leaves what the Brain has read of its thread, too', async () => {
		const brain = scriptedModel([{ text: 'One' }, { calls: [{ name: 'read_thread', args: {} }] }, { text: 'Two' }]);
		await onBench(async (bench, _brain, dir) => {
			const first = message('ultramarine');
			await bench.say(first);
			bench.platform.earlier = [{ name: 'Ada', at: '2026-11-28T10:00:00Z', text: 'ultramarine', files: [] }];
			await bench.say(message('Read it'));
			expect(textsOf(brain)?.at(-1)).toContain('ultramarine');
			await bench.say(gone(first.key));
			expect(await holdingAny(dir.path, words)).toEqual([]);
		}, brain);
	});

	it('leaves what was said again of it, whoever gave the command', () =>
		onBench(async (bench, brain, dir) => {
			const first = message('ultramarine');
			await bench.say(first);
			await bench.say(inbound('command', { name: 'retry', args: '' }));
			expect(brain.requests).toHaveLength(2);
			await bench.say(gone(first.key));
			expect(await holdingAny(dir.path, words)).toEqual([]);
			await bench.say(message('Go on'));
			expect(textsOf(brain)).toEqual(['[deleted]', 'One', '[deleted]', 'Two', 'Go on']);
		}));

	it('is not said at all where it is a command whose words still wait', async () => {
		const brain = scriptedModel([{ text: 'One', hangs: true }, { text: 'Two' }]);
		await onBench(async (bench, _brain, dir) => {
			await bench.dispatch.accept(message('Paint it'));
			await waitFor(() => brain.requests.length === 1, 'the turn');
			const steer = inbound('command', { name: 'steer', args: 'ultramarine' });
			await bench.dispatch.accept(steer);
			const waits = async () =>
				(await bench.store.inbox.waiting(sessionId)).some(({ key }) => key === `${steer.key}/words`);
			await waitFor(waits, 'the words');
			await bench.dispatch.accept(gone(steer.key));
			await waitFor(async () => !(await waits()), 'the withdrawal');
			await bench.say(inbound('stop', {}));
			expect(await holdingAny(dir.path, words)).toEqual([]);
			await bench.say(message('Go on'));
			expect(brain.requests).toHaveLength(2);
		}, brain);
	});
});
