import { describe, expect, it } from 'vitest';
import { timeIn } from '../../../src/base/text/time-zone.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { echoTool, inbound, message, openWorkbench, sessionId } from '../../support/workbench.ts';
import { askAdmin } from '../rights/ask-admin.ts';

describe('a question', () => {
	const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?', choices: ['red', 'blue'] } }] };

	it('parks the turn and its answer is the result of the call', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([asks, { text: 'Blue it is' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('pick'));
		expect(bench.platform.posts).toEqual(['question: Which?', 'ended waiting']);
		const question = bench.platform.events.find((event) => event.type === 'question');
		await bench.say(
			inbound('answer', { question: question?.type === 'question' ? question.question.id : '', value: 'blue' }),
		);
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', ok: true, text: 'Ada answered: blue' });
		expect(bench.platform.posts.slice(2)).toEqual(['closed: Ada answered: blue', 'Blue it is', 'ended done']);
		expect(bench.platform.events.filter((event) => event.type === 'question')).toHaveLength(1);
	});

	it('outlives a restart', async () => {
		await using dir = await tempDir();
		const first = openWorkbench({ home: dir.path, brain: scriptedModel([asks]) });
		await first.say(message('pick'));
		await first[Symbol.asyncDispose]();
		const brain = scriptedModel([{ text: 'Red it is' }]);
		await using bench = openWorkbench({ home: dir.path, brain, platform: first.platform });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(bench.platform.posts).toEqual(['question: Which?', 'ended waiting']);
		const question = bench.platform.events.find((event) => event.type === 'question');
		await bench.say(
			inbound('answer', { question: question?.type === 'question' ? question.question.id : '', value: 'red' }),
		);
		expect(bench.platform.posts.slice(2)).toEqual(['closed: Ada answered: red', 'Red it is', 'ended done']);
	});

	it('tells when it was answered, where that was long after it was asked', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([asks, asks, { text: 'Red it is' }]);
		await using bench = openWorkbench({ home: dir.path, brain, answerMs: 2 * 86_400_000 });
		await bench.say(message('pick'));
		const later = new Date(Date.now() + 86_400_000);
		await bench.say({ ...message('blue'), at: later.toISOString() });
		await bench.say(message('red'));
		const told = brain.requests.slice(1).map(({ messages }) => messages.at(-1)?.text);
		expect(told).toEqual([`Ada answered: blue\n[Time: ${timeIn('UTC', later)}]`, 'Ada answered: red']);
	});

	it('is answered by a message that is one of its choices, in whatever case', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([asks, { text: 'Blue it is' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('pick'));
		await bench.say(message(' BLUE'));
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', ok: true, text: 'Ada answered: blue' });
		expect(await bench.store.inbox.waiting(sessionId)).toEqual([]);
	});

	it.each([
		['other words, which the model reads as they are', 'the second, but darker', 'the second, but darker'],
		['the number of a choice', '2.', 'blue'],
		['a number that none has', '7', '7'],
	])('with choices is answered by %s', async (_, said, answered) => {
		await using dir = await tempDir();
		const brain = scriptedModel([asks, { text: 'All right' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('pick'));
		await bench.say(message(said));
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ ok: true, text: `Ada answered: ${answered}` });
		expect(bench.platform.posts).toContain(`closed: Ada answered: ${answered}`);
		expect(await bench.store.inbox.waiting(sessionId)).toEqual([]);
	});

	it('for an admin is decided by its choices alone', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [{ name: 'ask_admin', args: {} }] }, { text: 'All right' }]);
		await using bench = openWorkbench({ home: dir.path, brain, moreTools: [askAdmin] });
		await bench.say(message('pick'));
		await bench.say(message('1'));
		expect(brain.requests[1]?.messages.map((one) => one.role)).toEqual(['user', 'assistant', 'tool', 'user']);
	});

	it('for free text is answered by any message, but for one with a file', async () => {
		await using dir = await tempDir();
		const free = { calls: [{ name: 'ask_user', args: { question: 'Which?' } }] };
		const brain = scriptedModel([free, free, { text: 'done' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('pick'));
		await bench.say(message('the red one'));
		await bench.say(message('this', [{ name: 'a.txt', source: 'a' }]));
		const results = brain.requests[2]?.messages.filter((one) => one.role === 'tool').map((one) => one.text);
		expect(results).toEqual(['Ada answered: the red one', 'Not answered: Ada wrote a message instead, which follows.']);
		expect(bench.platform.posts).toContain('closed: Not answered: Ada wrote a message instead');
	});

	it('is not answered by the words of somebody whom it does not name', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([asks, { text: 'All right' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('pick'));
		await bench.say({ ...message('blue'), person: { id: 'slack:T1/U2', name: 'Bo' } });
		expect(brain.requests[1]?.messages.map((one) => one.role)).toEqual(['user', 'assistant', 'tool', 'user']);
	});

	it('is withdrawn by a message with a file, which the turn then takes', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([asks, { text: 'All right' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('pick'));
		await bench.say(message('never mind', [{ name: 'a.txt', source: 'a' }]));
		expect(brain.requests[1]?.messages.map((one) => one.role)).toEqual(['user', 'assistant', 'tool', 'user']);
		expect(bench.platform.posts.at(-1)).toBe('ended done');
	});

	it('expires', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([asks, { text: 'Then not' }]);
		await using bench = openWorkbench({ home: dir.path, brain, answerMs: 30 });
		await bench.say(message('pick'));
		await waitFor(() => bench.platform.posts.includes('Then not'), 'the expiry');
		await bench.dispatch.settled();
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', ok: false });
	});

	it('is one of several at a time, and comes after the calls that work', async () => {
		await using dir = await tempDir();
		const also = { name: 'ask_user', args: { question: 'How many?' } };
		const works = { name: 'bash', args: { command: 'ls' } };
		const brain = scriptedModel([{ calls: [...asks.calls, also, works] }, { text: 'done' }]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: { bash: echoTool('seen') } });
		await bench.say(message('pick'));
		const before = ['bash started', 'tool ok: seen', 'question: Which?', 'ended waiting'];
		expect(bench.platform.posts).toEqual(before);
		await bench.say(message('red'));
		expect(bench.platform.posts.slice(4)).toEqual([
			'closed: Ada answered: red',
			'question: How many?',
			'ended waiting',
		]);
		await bench.say(message('two'));
		const results = brain.requests[1]?.messages.flatMap((one) => (one.role === 'tool' ? [one.text] : []));
		expect(results).toEqual(['seen', 'Ada answered: red', 'Ada answered: two']);
	});

	it('takes no answer that was given after its time, whoever comes first', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([asks, { text: 'Then not' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('pick'));
		const question = bench.platform.events.find((event) => event.type === 'question');
		if (question?.type !== 'question') throw new Error('Nothing was asked');
		const { id, until } = question.question;
		const late = { at: new Date(Date.parse(until) + 1).toISOString() };
		await bench.say({ ...inbound('answer', { question: id, value: 'red' }), ...late });
		expect(brain.requests[1]?.messages.at(-1)?.text).toContain('Nobody answered in time');
		expect(bench.platform.posts).toContain('closed: Nobody answered in time');
	});

	it('that was answered while the turn waits for more is known to the Brain after a stop', async () => {
		await using dir = await tempDir();
		const first = { calls: [{ name: 'ask_admin', args: {} }, ...asks.calls] };
		const brain = scriptedModel([first, { text: 'All right' }]);
		await using bench = openWorkbench({ home: dir.path, brain, moreTools: [askAdmin] });
		await bench.say(message('pick'));
		const asked = bench.platform.events.findLast((event) => event.type === 'question');
		const question = asked?.type === 'question' ? asked.question.id : '';
		await bench.say(inbound('answer', { question, value: 'red' }));
		await bench.say(inbound('stop', {}));
		await bench.say(message('go on'));
		const results = brain.requests[1]?.messages.flatMap((one) => (one.role === 'tool' ? [one.text] : []));
		expect(results).toEqual(['Stopped by Ada', 'Ada answered: red']);
	});

	it('is ended by a stop', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([asks]) });
		await bench.say(message('pick'));
		await bench.say(inbound('stop', {}));
		expect(bench.platform.posts.at(-1)).toBe('ended stopped');
		expect(await bench.store.inbox.waiting(sessionId)).toEqual([]);
	});
});
