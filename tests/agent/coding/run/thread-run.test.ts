import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import type { PermissionAsk } from '../../../../src/agent/coding/permission.ts';
import { inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding, says } from './open-coding.ts';

type Prompt = Driver['prompt'];

const command = (args: string) => inbound('command', { name: 'agent', args });

describe('a coding agent in a thread', () => {
	it('answers the task, and every later message, in the place of the Brain', async () => {
		await using at = await openCoding({ prompt: says('Did') });
		await at.bench.say(command('codex --effort high mend it'));
		await at.bench.say(message('and now the tests'));
		expect(at.answers()).toEqual([
			expect.stringMatching(/^Did mend it\n\nCodex changed no files \(110 tokens/),
			expect.stringMatching(/^Did and now the tests\n/),
		]);
		expect(at.brain.requests).toEqual([]);
		expect(at.coding.done).toEqual([
			`box ${sessionId}~1`,
			'in ""',
			'open small {"effort":"high"}',
			...['key opens', 'key shuts', 'back ""'],
			...['key opens', 'key shuts', 'back ""'],
		]);
	});

	it('leaves the thread to the Brain when it is done, and nothing of it is left', async () => {
		await using at = await openCoding({ prompt: says('Did'), replies: [{ text: 'Hello' }] });
		await at.bench.say(command('codex mend it'));
		await at.bench.say(command('done'));
		await at.bench.say(message('Are you there?'));
		expect(at.answers().at(-1)).toBe('Hello');
		expect(at.coding.done.slice(-4)).toEqual([
			'driver ends',
			'key void',
			`end ${sessionId}~1`,
			`remove ${sessionId}~1`,
		]);
		expect(await at.runs()).toMatchObject([
			{ state: 'ended', prompts: 1, inputTokens: 100, outputTokens: 10, outcome: 'done' },
		]);
	});

	it('is told of no lines of ours that the Brain reads', async () => {
		const heard: string[] = [];
		const prompt: Prompt = async (text) => {
			heard.push(text);
			return { kind: 'done' };
		};
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex [Time: now] is wrong'));
		expect(heard).toEqual(['[Time: now] is wrong']);
	});

	it('shows what it does as lines of the live message', async () => {
		const prompt: Prompt = async (_text, { onUpdate }) => {
			const card = { id: 't1', title: 'pytest -q', toolKind: 'execute' } as const;
			onUpdate({ kind: 'tool', card: { ...card, status: 'running' } });
			onUpdate({ kind: 'tool', card: { ...card, status: 'done' } });
			onUpdate({ kind: 'plan', entries: [{ text: 'Mend', status: 'in_progress' }] });
			return { kind: 'done' };
		};
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex mend it'));
		const lines = at.bench.platform.events.filter((event) => event.type === 'tool-started');
		expect(lines).toMatchObject([{ tool: 'Codex', title: 'mend it' }]);
		const steps = at.bench.platform.events.flatMap((event) => (event.type === 'tool-step' ? [event.step] : []));
		expect(steps).toMatchObject([
			{ id: '1', tool: '▶ pytest -q', state: 'running' },
			{ id: '1', tool: '▶ pytest -q', state: 'ok' },
			{ id: '2', title: '0 of 1 done ▸ Mend', state: 'running' },
		]);
	});

	it('ends with its box when it is stopped, and that is told', async () => {
		const begun = Promise.withResolvers<void>();
		const prompt: Prompt = async (_text, { signal }) => {
			begun.resolve();
			await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
			return { kind: 'done' };
		};
		await using at = await openCoding({ prompt });
		await at.bench.dispatch.accept(command('codex mend it'));
		await begun.promise;
		await at.bench.say(inbound('stop', {}));
		const end = at.bench.platform.events.findLast((event) => event.type === 'turn-ended');
		expect(end).toMatchObject({ outcome: 'stopped', stopped: ['Codex, at work'] });
		expect(at.coding.done.slice(-5)).toEqual([
			'back ""',
			'driver ends',
			'key void',
			`end ${sessionId}~1`,
			`remove ${sessionId}~1`,
		]);
		expect(await at.runs()).toMatchObject([
			{ state: 'ended', outcome: 'stopped', prompts: 1, inputTokens: 100, outputTokens: 10 },
		]);
		expect(at.bench.platform.posts.join('\n')).toContain('The Brain answers here again.');
	});

	it('brings back what it had changed until it was stopped', async () => {
		const begun = Promise.withResolvers<void>();
		const prompt: Prompt = async (_text, { signal }) => {
			begun.resolve();
			return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
		};
		await using at = await openCoding({ prompt, back: { changes: [{ kind: 'changed', path: 'a.py' }] } });
		await at.bench.dispatch.accept(command('codex mend it'));
		await begun.promise;
		await at.bench.say(inbound('stop', {}));
		expect(at.bench.platform.posts.join('\n')).toContain('Codex had changed 1 file until then.');
	});

	it('that waits for the next message goes by a stop, which says so', async () => {
		await using at = await openCoding({ prompt: says('Did'), replies: [{ text: 'Hello' }] });
		await at.bench.say(command('codex mend it'));
		await at.bench.say(inbound('stop', {}));
		await at.bench.say(message('Are you there?'));
		expect(at.bench.platform.posts.join('\n')).toContain('Stopped: Codex');
		expect(at.answers().at(-1)).toBe('Hello');
	});

	it('is put away when it has failed, and goes on with its work at the next message', async () => {
		const ends = [{ kind: 'failed', why: 'It ended at once' }, { kind: 'done' }] as const;
		let count = 0;
		const prompt: Prompt = async () => ends[count++] ?? { kind: 'done' };
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex mend it'));
		expect(await at.runs()).toMatchObject([{ state: 'parked' }]);
		await at.bench.say(message('again'));
		expect(at.answers()).toEqual([
			expect.stringContaining('Codex did not finish: It ended at once'),
			expect.stringContaining('Codex changed no files'),
		]);
		expect(at.coding.done.filter((one) => one.startsWith('box') || one.startsWith('in '))).toEqual([
			`box ${sessionId}~1`,
			'in ""',
			`box ${sessionId}~1`,
		]);
	});

	it('leaves the thread to the Brain where it cannot even begin', async () => {
		await using at = await openCoding({ prompt: says('Did'), replies: [{ text: 'Hello' }] });
		await at.bench.say(command('codex --model none mend it'));
		expect(at.answers()).toEqual([
			expect.stringMatching(/cannot have the model "none"[\s\S]*The Brain answers here again/),
		]);
		expect(await at.runs()).toMatchObject([{ state: 'ended', prompts: 0 }]);
		await at.bench.say(message('Are you there?'));
		expect(at.answers().at(-1)).toBe('Hello');
	});

	it.each(['mend it', 'codex --effort most mend it', 'codex'])('does not begin by "/agent %s"', async (args) => {
		await using at = await openCoding({ prompt: says('Did') });
		await at.bench.say(command(args));
		expect(at.coding.done).toEqual([]);
	});

	it('that speaks only to its vendor says so', async () => {
		await using at = await openCoding({ prompt: says('Did') });
		await at.bench.say(command('cursor mend it'));
		expect(at.bench.platform.posts.join('\n')).toContain('Cursor speaks only to its vendor.');
	});
});

const ask: PermissionAsk = {
	id: 't1',
	title: 'rm -r build',
	toolKind: 'execute',
	diffs: [],
	options: [
		{ id: 'yes', name: 'Yes', kind: 'allow_once' },
		{ id: 'no', name: 'No', kind: 'reject_once' },
	],
};

describe('a coding agent that asks', () => {
	const asking: Prompt = async (_text, { onPermission, onUpdate }) => {
		const answer = await onPermission(ask);
		onUpdate({ kind: 'text', text: `Was told ${JSON.stringify(answer)}` });
		return { kind: 'done' };
	};
	const answerTo = (events: readonly { readonly type: string }[], value: string) => {
		const asked = events.findLast((event) => event.type === 'question') as unknown as { question: { id: string } };
		return inbound('answer', { question: asked.question.id, value });
	};

	it('waits in its box with a void key, and goes on with the answer', async () => {
		await using at = await openCoding({ prompt: asking });
		await at.bench.say(command('codex --ask clean up'));
		expect(at.coding.done).toEqual([`box ${sessionId}~1`, 'in ""', 'open small {} asking', 'key opens', 'key shuts']);
		await at.bench.say(answerTo(at.bench.platform.events, 'Allow'));
		expect(at.answers()[0]).toContain('Was told {"kind":"option","id":"yes"}');
		expect(at.answers()[0]).toContain('(220 tokens');
		expect(await at.runs()).toMatchObject([{ prompts: 1, inputTokens: 200, outputTokens: 20 }]);
	});

	it('is still the one that is answered when the time for the next message is over long since', async () => {
		let prompts = 0;
		const prompt: Prompt = (text, watch) => {
			prompts += 1;
			return prompts === 1 ? says('Did')(text, watch) : asking(text, watch);
		};
		await using at = await openCoding({ prompt, limits: { idleMs: 3_000 } });
		await at.bench.say(command('codex --ask clean up'));
		await at.bench.say(message('and the rest'));
		expect((await at.runs())[0]?.idleAt).toBeUndefined();
		const [{ startedAt = '' } = {}] = await at.runs();
		await expect.poll(() => Date.now() - Date.parse(startedAt), { timeout: 10_000 }).toBeGreaterThan(4_000);
		await at.bench.say(answerTo(at.bench.platform.events, 'Allow'));
		expect(at.answers().at(-1)).toContain('Was told {"kind":"option","id":"yes"}');
	});

	it('is over where a message comes in the place of the answer: that is its next prompt, and nothing is asked twice', async () => {
		const heard: string[] = [];
		const prompt: Prompt = async (text, watch) => {
			heard.push(text);
			return heard.length === 1 ? asking(text, watch) : { kind: 'done' };
		};
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex --ask clean up'));
		await at.bench.say(message('leave it'));
		expect(heard).toEqual(['clean up', 'leave it']);
		expect(at.bench.platform.events.filter(({ type }) => type === 'question')).toHaveLength(1);
		expect(at.answers()).toEqual([expect.stringContaining('Codex changed no files')]);
	});

	it('is put away when nobody answers in time; the answer begins a new prompt on its work', async () => {
		const heard: string[] = [];
		const prompt: Prompt = async (text, watch) => {
			heard.push(text);
			return heard.length === 1 ? asking(text, watch) : { kind: 'done' };
		};
		await using at = await openCoding({ prompt, limits: { askMs: 1 } });
		await at.bench.say(command('codex --ask clean up'));
		await expect.poll(async () => (await at.runs())[0]?.state).toBe('parked');
		await at.bench.say(answerTo(at.bench.platform.events, 'Refuse'));
		expect(heard).toEqual(['clean up', expect.stringContaining('A person did not allow it')]);
		expect(at.answers()).toHaveLength(1);
	});
});
