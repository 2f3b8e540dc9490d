import { describe, expect, it } from 'vitest';
import { unused } from '../../../src/agent/forge/registry.ts';
import { type Question, questionSchema } from '../../../src/store/question.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId, type Workbench } from '../../support/workbench.ts';

const tool = 'numbers/double_number';
const used = { use: { ...unused, calls: 1 } };
const share = () => inbound('command', { name: 'tools', args: 'share double_number' });

async function questionIn({ store }: Workbench, session = sessionId): Promise<Question> {
	const [question] = await store.records.list('question', session, questionSchema);
	if (!question) throw new Error('Nobody was asked');
	return question;
}

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

	it('takes one answer', async () => {
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
			'ended done',
		]);
		expect((await questionIn(bench)).state).toBe('answered');
	});

	it('expires, by its own clock and by that of a restart', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]), answerMs: 60 });
		await keepTool(await bench.sessions.open(sessionId), {}, used);
		await bench.say(share());
		await waitFor(() => bench.platform.posts.includes('closed: Nobody answered in time'), 'the end of it');
		await bench.dispatch.settled();
		const late = { ...(await questionIn(bench)), id: `${sessionId}/late`, state: 'open' as const };
		await bench.store.records.put('question', sessionId, late.id, late);
		await bench.say(yesTo(late));
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
