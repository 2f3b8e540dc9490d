import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallFacts, defineTool, type Tool } from '../../../src/agent/tool.ts';
import type { Question } from '../../../src/chat/question.ts';
import { type RecordingPlatform, recordingPlatform } from '../../support/recording-platform.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, openWorkbench, type Workbench } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';

type Seen = Pick<CallFacts, 'answer' | 'id'>;

/** A tool that asks `times` times, each time again, before it answers with what it was told last. */
function askingTool(seen: Seen[], { times = 1, role }: { times?: number; role?: 'admin' } = {}): Tool {
	return defineTool({
		name: 'ask_first',
		description: '',
		touches: 'nothing',
		args: z.strictObject({ what: z.string() }),
		run: async ({ what }, { call: { answer, id } }) => {
			seen.push({ answer, id });
			const asked = seen.filter((one) => one.id === id).length;
			if (asked <= times) {
				const text = asked === 1 ? `Install ${what}?` : `Really install ${what}?`;
				return { ask: { text, answer: { kind: 'choices', choices: ['Yes', 'No'] }, ...(role && { role }) } };
			}
			return { ok: true, text: `${what}: ${answer?.value} by ${answer?.person.name}` };
		},
	});
}

const call = (what: string) => ({ name: 'ask_first', args: { what } });

function questionsOf({ events }: RecordingPlatform): Question[] {
	return events.flatMap((event) => (event.type === 'question' ? [event.question] : []));
}

async function answer(bench: Workbench, value: unknown, at = -1): Promise<void> {
	const question = questionsOf(bench.platform).at(at)?.id ?? '';
	await bench.say(inbound('answer', { question, value: z.json().parse(value) }));
}

describe('a tool that asks', () => {
	const open = (home: string, more: Partial<WorkbenchOptions> & Pick<WorkbenchOptions, 'brain'>) =>
		openWorkbench({ home, ...more });

	it('parks the turn, and goes on with the answer as the same call', async () => {
		await using dir = await tempDir();
		const seen: Seen[] = [];
		const brain = scriptedModel([{ calls: [call('humanize')] }, { text: 'done' }]);
		await using bench = open(dir.path, { brain, moreTools: [askingTool(seen)] });
		await bench.say(message('go'));
		expect(bench.platform.posts).toEqual([
			'ask_first started',
			expect.stringContaining('tool ok'),
			'question: Install humanize?',
			'ended waiting',
		]);
		await answer(bench, 'Yes');
		expect(brain.requests[1]?.messages.at(-1)?.text).toBe('humanize: Yes by Ada');
		expect(bench.platform.posts.slice(4)).toEqual([
			'closed: Ada answered: Yes',
			'ask_first started',
			expect.stringContaining('tool ok'),
			'done',
			'ended done',
		]);
	});

	it('has what is to be read shown as a file above its question, once', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		const tool = defineTool({
			name: 'ask_first',
			description: '',
			touches: 'nothing',
			args: z.strictObject({ what: z.string() }),
			run: async (_args, { call: { answer } }) => {
				if (answer) return { ok: true, text: 'read' };
				const file = { name: 'changes.diff', text: '-old\n+new\n' };
				return { ask: { text: 'Keep it?', answer: { kind: 'choices', choices: ['Yes', 'No'] }, file } };
			},
		});
		for (const replies of [[{ calls: [call('x')] }], [{ text: 'done' }]]) {
			const brain = scriptedModel(replies);
			await using bench = open(dir.path, { brain, platform, moreTools: [tool] });
			await bench.dispatch.recover();
			if (platform.posts.length === 0) await bench.say(message('go'));
			else await answer(bench, 'Yes');
		}
		const shown = platform.posts.filter((post) => /artifact|question/.test(post));
		expect(shown).toEqual(['artifact changes.diff', 'question: Keep it?']);
		expect(platform.events.find(({ type }) => type === 'artifact')).toMatchObject({ text: '-old\n+new\n', size: 10 });
	});

	it('goes on after a restart that came before the answer', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		const seen: Seen[] = [];
		{
			const brain = scriptedModel([{ calls: [call('lxml')] }]);
			await using first = open(dir.path, { brain, platform, moreTools: [askingTool(seen)] });
			await first.say(message('go'));
		}
		const brain = scriptedModel([{ text: 'done' }]);
		await using second = open(dir.path, { brain, platform, moreTools: [askingTool(seen)] });
		await second.dispatch.recover();
		await second.dispatch.settled();
		await answer(second, 'No');
		expect(brain.requests[0]?.messages.at(-1)?.text).toBe('lxml: No by Ada');
		const once = platform.posts.filter((post) => post !== 'ask_first started');
		expect(new Set(once).size).toBe(once.length);
	});

	it('goes on after a restart that came between the answer and its result', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		const seen: Seen[] = [];
		const asks = askingTool(seen);
		const hangs: Tool = {
			...asks,
			run: async (args, context) => {
				if (!context.call.answer) return asks.run(args, context);
				return new Promise((_resolve, reject) =>
					context.signal.addEventListener('abort', () => reject(context.signal.reason)),
				);
			},
		};
		{
			const brain = scriptedModel([{ calls: [call('lxml')] }]);
			await using first = open(dir.path, { brain, platform, moreTools: [hangs] });
			await first.say(message('go'));
			const question = questionsOf(platform).at(-1)?.id ?? '';
			await first.dispatch.accept(inbound('answer', { question, value: 'Yes' }));
		}
		const brain = scriptedModel([{ text: 'done' }]);
		await using second = open(dir.path, { brain, platform, moreTools: [asks] });
		await second.dispatch.recover();
		await second.dispatch.settled();
		expect(brain.requests[0]?.messages.at(-1)?.text).toBe('lxml: Yes by Ada');
	});

	it('may ask again, as a question of its own', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [call('x')] }, { text: 'done' }]);
		await using bench = open(dir.path, { brain, moreTools: [askingTool([], { times: 2 })] });
		await bench.say(message('go'));
		await answer(bench, 'Yes');
		expect(bench.platform.posts).toContain('question: Really install x?');
		await answer(bench, 'No');
		expect(brain.requests[1]?.messages.at(-1)?.text).toBe('x: No by Ada');
		expect(bench.platform.posts).toContain('closed: Ada answered: No');
	});

	it('waits for the answers of all calls that ask at once, in whatever order they come', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [call('a'), call('b')] }, { text: 'done' }]);
		await using bench = open(dir.path, { brain, moreTools: [askingTool([])] });
		await bench.say(message('go'));
		expect(questionsOf(bench.platform).map((question) => question.text)).toEqual(['Install a?', 'Install b?']);
		await answer(bench, 'No', 1);
		expect(brain.requests).toHaveLength(1);
		await answer(bench, 'Yes', 0);
		expect(brain.requests[1]?.messages.slice(-2).map((one) => one.text)).toEqual(['a: Yes by Ada', 'b: No by Ada']);
	});

	it('is told that nobody answered in time', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [call('x')] }, { text: 'done' }]);
		const seen: Seen[] = [];
		await using bench = open(dir.path, { brain, moreTools: [askingTool(seen)], answerMs: 60 });
		await bench.say(message('go'));
		await expect.poll(() => brain.requests.length).toBe(2);
		await bench.dispatch.settled();
		expect(seen.at(-1)?.answer).toMatchObject({ value: null });
	});

	it('is over when somebody writes a message instead, which all its questions give way to', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [call('a'), call('b')] }, { text: 'done' }]);
		await using bench = open(dir.path, { brain, moreTools: [askingTool([])] });
		await bench.say(message('go'), message('never mind'));
		const results = brain.requests[1]?.messages.flatMap((one) => (one.role === 'tool' ? [one.text] : []));
		expect(results).toEqual(Array(2).fill('Not answered: Ada wrote a message instead, which follows.'));
		expect(bench.platform.posts.filter((post) => post.startsWith('closed'))).toHaveLength(2);
	});

	it('is ended by a stop', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [call('a')] }]);
		await using bench = open(dir.path, { brain, moreTools: [askingTool([])] });
		await bench.say(message('go'));
		await bench.say(inbound('stop', {}));
		expect(bench.platform.posts.at(-1)).toBe('ended stopped');
		await answer(bench, 'Yes');
		expect(bench.platform.posts.at(-1)).toBe('That question is no longer open.');
	});

	it('may ask admins alone', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [call('a')] }, { text: 'done' }]);
		await using bench = open(dir.path, { brain, moreTools: [askingTool([], { role: 'admin' })] });
		await bench.say(message('go'));
		const question = questionsOf(bench.platform)[0]?.id ?? '';
		const member = { id: 'slack:T1/U9', name: 'Grace' };
		await bench.say({ ...inbound('answer', { question, value: 'Yes' }), person: member });
		expect(bench.platform.posts.at(-1)).toBe('This question is for an admin to answer.');
		await answer(bench, 'Yes');
		expect(bench.platform.posts.at(-1)).toBe('ended done');
	});
});
