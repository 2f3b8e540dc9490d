import { expect, test } from 'vitest';
import { mergeCard } from '../../../../../src/agent/coding/driver/acp/tool-card.ts';
import { bounds } from '../../../../../src/agent/coding/driver/bounds.ts';

const run = (command: string) =>
	mergeCard(undefined, { toolCallId: 't', title: 'bash', rawInput: { command } } as never);
const edit = (...texts: readonly string[]) =>
	mergeCard(undefined, {
		toolCallId: 't',
		content: texts.map((newText, at) => ({ type: 'diff', path: `/workspace/${at}.py`, oldText: '', newText })),
	} as never);

test('a command that is longer than a line is kept whole beside its title, until another takes its place', () => {
	const command = `cd app &&\n${'make '.repeat(100)}`;
	const card = run(command);
	expect(card.title).toHaveLength(bounds.title);
	expect(card.whole).toBe(command);
	expect(mergeCard(card, { toolCallId: 't', status: 'completed' } as never).whole).toBe(command);
	expect(mergeCard(card, { toolCallId: 't', title: 'ls' } as never)).not.toHaveProperty('whole');
	expect(run('ls -la')).not.toHaveProperty('whole');
});

test('a command that is not whole says so at its end, also where only its marks made it longer', () => {
	expect(run('x'.repeat(bounds.deed + 1)).whole).toMatch(/x…$/);
	expect(run('\u001b'.repeat(bounds.deed / 2)).whole).toMatch(/x1b…$/);
	expect(run('x'.repeat(bounds.deed)).whole).toMatch(/x$/);
});

test('a change of which something is left out is cut, whatever that is', () => {
	const cuts = (...texts: readonly string[]) => edit(...texts).results?.diffs.map(({ cut }) => cut === true);
	expect(cuts('a\n')).toEqual([false]);
	expect(cuts('x'.repeat(bounds.diffSide + 1))).toEqual([true]);
	expect(cuts(`${'\u001b'.repeat(bounds.diffSide / 2)}rm -r .`)).toEqual([true]);
	const many = cuts(...Array.from({ length: bounds.diffsOfCard + 1 }, () => 'a\n'));
	expect(many).toEqual([...Array.from({ length: bounds.diffsOfCard - 1 }, () => false), true]);
});
