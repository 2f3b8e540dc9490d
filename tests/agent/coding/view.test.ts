import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentUpdate, ToolCard } from '../../../src/agent/coding/update.ts';
import { emptyView, foldUpdates, planLines, toolLine } from '../../../src/agent/coding/view.ts';

const card: ToolCard = { id: '1', title: 'pytest -q', toolKind: 'execute', status: 'running' };
const diff = { path: 'src/a.py', before: 'a', after: 'b', added: 3, removed: 1 };
const tool = (id: string, fields: Partial<ToolCard> = {}): AgentUpdate => ({
	kind: 'tool',
	card: { ...card, id, ...fields },
});
const text = (words: string): AgentUpdate => ({ kind: 'text', text: words });

test('the text is the last piece, which a new tool ends and an update of one does not', () => {
	const begun = foldUpdates(emptyView, [text('I '), text('look.'), tool('1')]);
	expect(begun.text).toBe('I look.');
	expect(foldUpdates(begun, [text('Do'), tool('1', { status: 'done' }), text('ne.')]).text).toBe('Done.');
});

test('cards keep their order and their last state, the plan and the count are the last, notices are gathered', () => {
	const entries = [{ text: 'Look', status: 'completed' }] as const;
	const view = foldUpdates(emptyView, [
		tool('1'),
		tool('2'),
		tool('1', { status: 'failed' }),
		{ kind: 'plan', entries: [] },
		{ kind: 'plan', entries },
		{ kind: 'more', tools: 7 },
		{ kind: 'notice', text: 'One.' },
		{ kind: 'thought', text: 'hm' },
	]);
	expect([...view.cards.values()].map(({ id, status }) => `${id} ${status}`)).toEqual(['1 failed', '2 running']);
	expect(view).toMatchObject({ plan: entries, more: 7, notices: ['One.'] });
});

test('folding in one step or in many comes to one view, and changes none before', () => {
	const update = fc.oneof(
		fc.constantFrom('a', 'b').map(text),
		fc.constantFrom('1', '2', '3').map((id) => tool(id)),
		fc.nat(3).map((tools): AgentUpdate => ({ kind: 'more', tools })),
	);
	fc.assert(
		fc.property(fc.array(update), (updates) => {
			const steps = updates.reduce((view, one) => foldUpdates(view, [one]), emptyView);
			expect(steps).toEqual(foldUpdates(emptyView, updates));
			expect(emptyView.cards.size).toBe(0);
		}),
	);
});

test.for([
	[card, '▶ pytest -q'],
	[{ ...card, status: 'failed' }, '▶ pytest -q – failed'],
	[{ ...card, status: 'unknown' }, '▶ pytest -q – never ended'],
	[{ ...card, toolKind: 'edit', title: 'Edit', results: { diffs: [diff], output: '' } }, '✏️ edit src/a.py (+3 −1)'],
	[
		{ ...card, toolKind: 'edit', title: 'x', results: { diffs: [diff, { ...diff, path: 'b' }], output: '' } },
		'✏️ edit 2 files (+6 −2)',
	],
	[{ ...card, toolKind: 'edit', title: 'Edit src/a.py' }, '✏️ edit src/a.py'],
	[{ ...card, toolKind: 'edit', title: 'edit' }, '✏️ edit'],
	[{ ...card, toolKind: 'read', title: 'Read' }, '📖 Read'],
	[{ ...card, toolKind: 'constructor', title: 'two\nlines' }, '🔧 two lines'],
] as const)('a tool is one line: %j', ([of, line]) => {
	expect(toolLine(of as ToolCard)).toBe(line);
});

test('a long plan is told by what is being done', () => {
	const entries = Array.from({ length: 40 }, (_, index) => ({
		text: `step ${index}`,
		status: index < 20 ? ('completed' as const) : ('pending' as const),
	}));
	expect(planLines(entries, 3)).toEqual(['☑ step 19', '☐ step 20', '☐ step 21', '… 20 of 40 done']);
	expect(planLines(entries.slice(39))).toEqual(['☐ step 39']);
});
