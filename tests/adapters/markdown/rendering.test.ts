import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { discordRenderers } from '../../../src/adapters/discord/render/renderers.ts';
import { createRendering } from '../../../src/adapters/markdown/rendering.ts';
import { slackRenderers } from '../../../src/adapters/slack/render/renderers.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { raceAbort } from '../../../src/base/race-abort.ts';
import { waitFor } from '../../support/wait-for.ts';

const long = 'word '.repeat(100);
const plainly = {
	shout: (text: string) => text,
	thread: (_asked: unknown) => 0,
	spin: (text: string) => `plain ${text}`,
	grow: (text: string) => `plain ${text}`,
	trip: (text: string) => `plain ${text}`,
};

function open(limits: { readonly idleMs?: number } = {}) {
	const program = new URL('../render-program.ts', import.meta.url);
	return createRendering({ renderers: plainly, program, log: silentLogger, ...limits });
}

/** A table, and headings below it: 21 s of the parser. */
const hostile = `|a|b|\n|-|-|\n${'a\n=\n'.repeat(5000)}`;

describe('createRendering()', () => {
	it('renders short texts here and long ones in a thread', async () => {
		await using rendering = open();
		expect(await rendering.render('shout', ['short'])).toBe('short');
		expect(await rendering.render('shout', [long])).toBe(long.toUpperCase());
	});

	it('renders a question of short texts here, however many they are in sum', async () => {
		await using rendering = open();
		const text = 'w'.repeat(256);
		const question = { text, answer: { choices: Array.from({ length: 10 }, () => text) } };
		expect(await rendering.render('thread', [question])).toBe(0);
		expect(await rendering.render('thread', [{ ...question, text: `${text}w` }])).toBeGreaterThan(0);
		expect(await rendering.render('thread', [[question, question]])).toBeGreaterThan(0);
	});

	it('goes on with everything else while a text takes long, and shows it as plain words in the end', async () => {
		await using rendering = open();
		let isDone = false;
		const done = rendering.render('spin', [long]).finally(() => {
			isDone = true;
		});
		let turns = 0;
		for (; !isDone; turns += 1) await turn();
		expect(turns).toBeGreaterThan(100);
		expect(await done).toBe(`plain ${long}`);
		expect(await rendering.render('shout', [long])).toBe(long.toUpperCase());
	});

	it.each(['grow', 'trip'] as const)(
		'loses its thread and nothing else to a text at which it must %s',
		async (name) => {
			await using rendering = open();
			expect(await rendering.render(name, [long])).toBe(`plain ${long}`);
			expect(await rendering.render('shout', [long])).toBe(long.toUpperCase());
		},
	);

	it('lets no text wait longer than it can for those before it', async () => {
		await using rendering = open();
		const first = rendering.render('spin', [long]);
		expect(await rendering.render('shout', [long], 50)).toBe(long);
		await first;
	});

	it('ends its thread when idle', async () => {
		await using rendering = open({ idleMs: 1 });
		const first = await rendering.render('thread', [long]);
		await waitFor(async () => (await rendering.render('thread', [long])) !== first, 'another thread');
	});

	it('shows plainly what is asked of it when it is ended', async () => {
		const rendering = open();
		const asked = rendering.render('spin', [long]);
		await rendering[Symbol.asyncDispose]();
		expect(await asked).toBe(`plain ${long}`);
	});
});

describe('raceAbort()', () => {
	it('leaves no failure unheard of what nobody waits for any more', async () => {
		const unheard: unknown[] = [];
		const hear = (error: unknown) => void unheard.push(error);
		process.on('unhandledRejection', hear);
		const gone = AbortSignal.abort(new Error('The process ends'));
		await expect(raceAbort(Promise.reject(new Error('It has failed')), gone)).rejects.toThrow('The process ends');
		await turn();
		process.off('unhandledRejection', hear);
		expect(unheard).toEqual([]);
	});
});

describe('the threads that render', () => {
	it('read Markdown for Slack, and give up what takes them for ever, with not a word lost', async () => {
		const program = new URL('../../../src/adapters/slack/render/render-worker.ts', import.meta.url);
		await using rendering = createRendering({ renderers: slackRenderers, program, log: silentLogger });
		expect(await rendering.render('text', [`**bold** ${long}`])).toContain('*bold* word');
		const answer = await rendering.render('answer', [hostile]);
		expect(answer.kind === 'file' && answer.file.text).toBe(hostile);
	});

	it('read Markdown for Discord, and give up what takes them for ever, with not a word lost', async () => {
		const program = new URL('../../../src/adapters/discord/render/render-worker.ts', import.meta.url);
		await using rendering = createRendering({ renderers: discordRenderers, program, log: silentLogger });
		expect(await rendering.render('tail', [`#### bold\n\n${long}`, 1500])).toContain('**bold**');
		const answer = await rendering.render('answer', [hostile, 'k']);
		expect(answer.kind === 'file' && answer.file.text).toBe(hostile);
	});
});
