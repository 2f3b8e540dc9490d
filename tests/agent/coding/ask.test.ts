import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf, questionOf } from '../../../src/agent/coding/ask.ts';
import type { PermissionAsk } from '../../../src/agent/coding/permission.ts';

const ask: PermissionAsk = {
	id: '1',
	title: 'Edit src/a.py',
	toolKind: 'edit',
	diffs: [{ path: 'src/a.py', before: 'a\nb\n', after: 'a\nc\n', added: 1, removed: 1 }],
	options: [
		{ id: 'o1', name: 'Yes', kind: 'allow_once' },
		{ id: 'o2', name: 'No', kind: 'allow_always' },
		{ id: 'o3', name: 'Allow', kind: 'reject_once' },
	],
};

test('a question shows the diff, and its buttons say what they do, whatever the agent calls them', () => {
	expect(questionOf(ask, 'Scribe')).toEqual({
		text: 'Scribe asks whether it may change `src/a.py` (+1 −1):\n```diff\n--- src/a.py\n+++ src/a.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n```',
		answer: { kind: 'choices', choices: ['Allow', 'Always allow', 'Refuse'] },
	});
});

test('a question without a change shows what is to be run', () => {
	const question = questionOf({ ...ask, toolKind: 'execute', title: 'rm -r "```" x', diffs: [] }, 'Scribe');
	expect(question.text).toBe('Scribe asks whether it may run this:\n````\nrm -r "```" x\n````');
});

test('a long command is a file, whole, and the question says so', () => {
	const command = `echo ${'x'.repeat(3_000)}\nrm -r .`;
	const question = questionOf({ ...ask, toolKind: 'execute', title: command, diffs: [] }, 'Scribe');
	expect(question.text).toBe(
		'Scribe asks whether it may run this: it is in the file permission.txt above. Read that before you decide.',
	);
	expect(question.file).toEqual({ name: 'permission.txt', text: `${command}\n` });
	const cut = questionOf({ ...ask, toolKind: 'execute', title: `${command}…`, diffs: [] }, 'Scribe');
	expect(cut.text).toMatch(/the end is missing\.$/);
});

test('an answer is the option of its kind, any other word is a no, and none cancels', () => {
	expect(answerOf(ask, 'Allow')).toEqual({ kind: 'option', id: 'o1' });
	expect(answerOf(ask, 'Refuse')).toEqual({ kind: 'option', id: 'o3' });
	expect(answerOf(ask, 'Yes')).toEqual({ kind: 'refused' });
	expect(answerOf(ask, undefined)).toEqual({ kind: 'cancelled' });
});

test('there are two choices at least, and one of them is no', () => {
	for (const options of [ask.options.slice(0, 1), ask.options.slice(0, 2)]) {
		const { answer } = questionOf({ ...ask, options }, 'Scribe');
		expect(answer).toMatchObject({ choices: expect.arrayContaining(['Refuse']) });
		expect(answerOf({ options }, 'Refuse')).toEqual({ kind: 'refused' });
	}
});

test('a long change is a file, and the question says so; nothing in a diff ends its fence', () => {
	const diffText = fc.string({ unit: fc.constantFrom('`', '\n', 'a', '```\n', '@everyone '), maxLength: 3000 });
	fc.assert(
		fc.property(diffText, diffText, (before, after) => {
			const { text, file } = questionOf(
				{ ...ask, diffs: [{ path: 'x`', before, after, added: 1, removed: 1 }] },
				'Scribe',
			);
			expect(text.length).toBeLessThanOrEqual(2500);
			if (file) return expect(text).toContain(`the file ${file.name}`);
			const [, fence = ''] = /:\n(`{3,})diff\n/.exec(text) ?? [];
			expect(fence.length).toBeGreaterThan(2);
			expect(text.split(fence)).toHaveLength(3);
		}),
	);
});
