import { describe, expect, it } from 'vitest';
import { unused } from '../../../../src/agent/forge/registry/registry.ts';
import { type Question, questionSchema } from '../../../../src/chat/question.ts';
import type { Store } from '../../../../src/store/store.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { recordingPlatform } from '../../../support/recording-platform.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId, type Workbench } from '../../../support/workbench.ts';

const tool = 'numbers/double_number';
const used = { use: { ...unused, calls: 1 } };
const share = () => inbound('command', { name: 'tools', args: 'share double_number' });

async function questionIn({ store }: Workbench, session = sessionId): Promise<Question> {
	const [question] = await store.records.list('question', session, questionSchema);
	if (!question) throw new Error('Nobody was asked');
	return question;
}

const crash = () => Promise.reject(new Error('The machine is broken'));
const same = <T>(one: T): T => one;
const yesTo = ({ id }: Question) => inbound('answer', { question: id, value: 'Share it' });

describe('a question that no turn waits for', () => {
	it('leaves the session free, and is answered while a turn runs', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'Busy ', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await keepTool(await bench.sessions.open(sessionId), {}, used);
		await bench.say(share());
		const question = await questionIn(bench);
		await bench.dispatch.accept(message('go'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept(yesTo(question));
		await waitFor(() => bench.platform.posts.some((post) => post.startsWith('Shared: ')), 'the sharing');
		expect(await (await bench.sessions.catalog('local')).tools.current(tool)).toBe(1);
		await bench.say(inbound('stop', {}));
	});

	it('takes one answer, and tells whoever comes later', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		await keepTool(await bench.sessions.open(sessionId), {}, used);
		await bench.say(share());
		const question = await questionIn(bench);
		await bench.say(inbound('answer', { question: question.id, value: 'Do not share it' }), yesTo(question));
		expect(await (await bench.sessions.catalog('local')).tools.list()).toEqual([]);
		expect(bench.platform.posts.slice(-3)).toEqual([
			'closed: Ada answered: Do not share it',
			expect.stringContaining('refused'),
			'That question is no longer open.',
		]);
		expect((await questionIn(bench)).state).toBe('answered');
	});

	it('takes the first of two answers that come at once while a turn runs', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'Busy ', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await keepTool(await bench.sessions.open(sessionId), {}, used);
		await bench.say(share());
		const question = await questionIn(bench);
		await bench.dispatch.accept(message('go'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		const no = inbound('answer', { question: question.id, value: 'Do not share it' });
		await Promise.all([no, yesTo(question)].map((answer) => bench.dispatch.accept(answer)));
		const { inbox } = bench.store;
		const isTaken = async () => (await inbox.waiting(sessionId)).every(({ type }) => type !== 'answer');
		await waitFor(isTaken, 'both answers');
		await bench.say(inbound('stop', {}));
		const decided = bench.platform.posts.filter((post) => /^(Shared|Not shared): /.test(post));
		expect(decided).toHaveLength(1);
		const isThere = (await (await bench.sessions.catalog('local')).tools.current(tool)) === 1;
		expect(decided[0]?.startsWith('Shared')).toBe(isThere);
	});

	it('is shown as the answer to a command: no turn begins and none ends with it', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		await keepTool(await bench.sessions.open(sessionId), {}, used);
		await bench.say(share());
		await bench.say(yesTo(await questionIn(bench)));
		const { events, told } = bench.platform;
		const types = told.map((telling) => telling.events.map(({ type }) => type));
		expect(types).toEqual([['question'], ['question-closed', 'notice']]);
		expect(events).toHaveLength(3);
	});

	it('is for an admin, and stays open when somebody else answers', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		await keepTool(await bench.sessions.open(sessionId), {}, used);
		await bench.say(share());
		const question = await questionIn(bench);
		await bench.say({ ...yesTo(question), person: { id: 'slack:T1/U9', name: 'Grace' } });
		expect(bench.platform.posts.at(-1)).toBe('This question is for an admin to answer.');
		expect((await questionIn(bench)).state).toBe('open');
	});

	it('is asked once, though its command comes again after a crash', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		const brain = scriptedModel([]);
		{
			const store = (real: Store): Store => ({ ...real, inbox: { ...real.inbox, finish: crash } });
			await using bench = openWorkbench({ home: dir.path, brain, platform, wrap: { store, sessions: same } });
			await keepTool(await bench.sessions.open(sessionId), {}, used);
			await bench.say(share());
		}
		await using bench = openWorkbench({ home: dir.path, brain, platform });
		const before = await questionIn(bench);
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(await bench.store.inbox.waiting(sessionId)).toEqual([]);
		expect(await bench.store.records.list('question', sessionId, questionSchema)).toEqual([before]);
		expect(platform.posts.filter((post) => post.startsWith('question: '))).toHaveLength(1);
	});

	it('is decided once, though its answer comes again after a crash', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		const brain = scriptedModel([]);
		{
			await using bench = openWorkbench({ home: dir.path, brain, platform });
			await keepTool(await bench.sessions.open(sessionId), {}, used);
			await bench.say(share());
		}
		{
			const store = (real: Store): Store => ({ ...real, records: { ...real.records, put: crash } });
			await using bench = openWorkbench({ home: dir.path, brain, platform, wrap: { store, sessions: same } });
			await bench.say(yesTo(await questionIn(bench)));
			expect((await questionIn(bench)).state).toBe('open');
		}
		await using bench = openWorkbench({ home: dir.path, brain, platform });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect((await questionIn(bench)).state).toBe('answered');
		expect(await (await bench.sessions.catalog('local')).tools.list()).toEqual([{ tool, version: 1 }]);
		expect(platform.posts.filter((post) => post.startsWith('Shared: '))).toHaveLength(1);
		expect(platform.posts).not.toContain('That question is no longer open.');
	});

	it('expires by its own clock', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]), answerMs: 60 });
		await keepTool(await bench.sessions.open(sessionId), {}, used);
		await bench.say(share());
		await waitFor(() => bench.platform.posts.includes('closed: Nobody answered in time'), 'the end of it');
		await bench.dispatch.settled();
		const question = await questionIn(bench);
		expect(question.state).toBe('expired');
		await bench.say(yesTo(question));
		expect(bench.platform.posts.at(-1)).toBe('That question is no longer open.');
		expect(await (await bench.sessions.catalog('local')).tools.list()).toEqual([]);
	});

	it('whose time has passed while nothing ran is closed by a click that comes too late', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		{
			await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]), platform, answerMs: 1 });
			await keepTool(await bench.sessions.open(sessionId), {}, used);
			const store = bench.store.records;
			await bench.say(share());
			await store.put('question', sessionId, (await questionIn(bench)).id, {
				...(await questionIn(bench)),
				state: 'open',
			});
		}
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]), platform });
		await bench.say(yesTo(await questionIn(bench)));
		expect((await questionIn(bench)).state).toBe('expired');
		expect(platform.posts.filter((post) => post.startsWith('closed: '))).toEqual(['closed: Nobody answered in time']);
		expect(await (await bench.sessions.catalog('local')).tools.list()).toEqual([]);
	});

	it('of two sessions that share one name becomes two versions, one after the other', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		const there = { platform: 'terminal', id: 'other' } as const;
		await keepTool(await bench.sessions.open(sessionId), {}, used);
		await keepTool(await bench.sessions.open('local-other'), { code: 'other' }, used);
		await bench.say(share(), { ...share(), thread: there });
		const [one, other] = [await questionIn(bench), await questionIn(bench, 'local-other')];
		await bench.say(yesTo(one), { ...yesTo(other), thread: there });
		const { tools } = await bench.sessions.catalog('local');
		expect(await tools.list()).toEqual([1, 2].map((version) => ({ tool, version })));
		const codes = await Promise.all([1, 2].map((version) => tools.read({ tool, version }, 'tool.py')));
		expect(new Set(codes).size).toBe(2);
	});
});
