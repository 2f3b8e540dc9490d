import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noQuirks, type Quirks } from '../../../../src/agent/model/quirks/quirks.ts';
import { chatBody } from '../../../../src/agent/model/wire/chat-body.ts';
import { checkChat } from '../../../../src/demo/model-server/chat-grammar.ts';
import { startModelServer } from '../../../../src/demo/model-server/model-server.ts';
import { type NarrowTemplate, narrowTemplates } from '../../../../src/demo/model-server/templates/templates.ts';
import type { Message } from '../../../../src/store/journal.ts';
import { brainAt, never, tools } from '../../../support/brain-at.ts';
import { collectReply, textOf } from '../../../support/collect-reply.ts';

/** What a session's turns leave in its history: whole ones, stopped, failed and steered ones. */
const said = fc.constantFrom('Do it', ' ', 'Now this');
const turn = fc
	.record({
		asked: said,
		rounds: fc.array(
			fc.record({
				calls: fc.integer({ min: 1, max: 3 }),
				answered: fc.integer({ min: 0, max: 3 }),
				words: fc.constantFrom('', 'I look'),
				steer: fc.boolean(),
			}),
			{ maxLength: 3 },
		),
		end: fc.constantFrom('answer', 'half', 'nothing'),
	})
	.map(({ asked, rounds, end }): readonly Message[] => [
		{ role: 'user', text: asked },
		...rounds.flatMap(({ calls, answered, words, steer }, round): readonly Message[] => {
			const made = Array.from({ length: calls }, (_, at) => ({
				id: `t1s${round}c${at}`,
				name: 'bash',
				arguments: '{}',
			}));
			const results = made
				.slice(0, answered)
				.map(({ id }): Message => ({ role: 'tool', callId: id, ok: true, text: 'ok' }));
			return [
				{ role: 'assistant', text: words, calls: made },
				...results,
				...(steer ? [{ role: 'user' as const, text: 'And this' }] : []),
			];
		}),
		...(end === 'nothing' ? [] : [{ role: 'assistant' as const, text: end === 'half' ? 'Hal' : 'Done', calls: [] }]),
	]);
const history = fc.array(turn, { maxLength: 4 }).map((turns) => turns.flat());

function bodyOf(messages: readonly Message[], quirks: Partial<Quirks> = {}) {
	const context = { quirks: { ...noQuirks, ...quirks }, extras: new Map() };
	return JSON.parse(JSON.stringify(chatBody('m', { system: 'Be good', messages, tools }, context)));
}

/** What each narrow template teaches in the end. */
const taught: Readonly<Record<NarrowTemplate, Partial<Quirks>>> = {
	'Mistral (v3)': { callText: false },
	'Mistral (v1)': { toolsAs: 'text' },
	'Gemma 2': { toolsAs: 'text', systemAs: 'user' },
	'Gemma 3': { toolsAs: 'text' },
	'Llama 3.1': { oneCallEach: true },
	'Llama 2': { toolsAs: 'text' },
};
const narrow = Object.keys(narrowTemplates) as NarrowTemplate[];

it('the history of any turns is taken by every template from the first request on', () => {
	fc.assert(
		fc.property(history, (messages) => {
			expect(checkChat(bodyOf(messages))).toBeUndefined();
		}),
		{ numRuns: 300 },
	);
});

it.each(narrow)('the history of any turns is taken by %s once that was learned', (name) => {
	fc.assert(
		fc.property(history, (messages) => {
			expect(checkChat(bodyOf(messages, taught[name]), name)).toBeUndefined();
		}),
		{ numRuns: 200 },
	);
});

it.each([{}, ...Object.values(taught)])('what was sent once is sent alike ever after, with %j', (quirks) => {
	fc.assert(
		fc.property(history, turn, (messages, more) => {
			const before = bodyOf(messages, quirks).messages as readonly unknown[];
			const after = bodyOf([...messages, ...more], quirks).messages as readonly unknown[];
			// The last line of a history that ends with the model's words stands in for what comes next.
			const kept = messages.at(-1)?.role === 'user' ? before : before.slice(0, -1);
			expect(after.slice(0, kept.length)).toEqual(kept);
		}),
		{ numRuns: 200 },
	);
});

describe('a server with a template of its own', () => {
	const bash = (id: string) => ({ id, name: 'bash', arguments: '{"command":"ls"}' });
	const result = (callId: string): Message => ({ role: 'tool', callId, ok: true, text: 'a.txt' });
	const stopped: readonly Message[] = [
		{ role: 'user', text: 'List' },
		{ role: 'assistant', text: 'I look', calls: [bash('AAAAAAAA1'), bash('AAAAAAAA2')] },
		...[result('AAAAAAAA1'), result('AAAAAAAA2')],
		{ role: 'user', text: 'Stop that, do this' },
	];

	it.each(narrow)('%s is understood from its refusals', async (template) => {
		await using server = await startModelServer({ brain: () => ({ text: 'Done' }) }, { template });
		const model = brainAt(server.url);
		for (const _ of [1, 2]) {
			const { parts } = await collectReply(model.reply({ system: 'Be good', messages: stopped, tools }, never));
			expect(textOf(parts)).toBe('Done');
		}
		const refused = server.requests.filter(({ problem }) => problem !== undefined).length;
		expect(refused).toBeLessThanOrEqual(2);
		expect(server.requests).toHaveLength(refused + 2);
	});

	it('a model that knows no tools is told of them, and its calls are read', async () => {
		const call = '<tool_call>\n{"name": "bash", "arguments": {"command":"ls"}}\n</tool_call>';
		await using server = await startModelServer({ brain: () => ({ text: call }) }, { template: 'Gemma 2' });
		const { reply } = await collectReply(
			brainAt(server.url).reply({ system: 'Be good', messages: stopped, tools }, never),
		);
		expect(reply.calls).toMatchObject([{ name: 'bash', arguments: '{"command":"ls"}' }]);
		const sent = server.requests.at(-1)?.body;
		expect(sent).not.toHaveProperty('tools');
		expect(sent?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
		expect(sent?.messages[0]?.content).toContain('"name":"bash","description":"Run"');
	});
});
