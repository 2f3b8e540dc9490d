import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ContentPart, createThinkSplitter } from '../../../../src/agent/model/text/think-tags.ts';

interface Split {
	readonly text: string;
	readonly reasoning: string;
}

function split(pieces: readonly string[], { opensInThought = false, cut = false } = {}): Split {
	const splitter = createThinkSplitter(opensInThought);
	const parts = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end(cut)];
	return parts.reduce(settle, { text: '', reasoning: '' });
}

function settle({ text, reasoning }: Split, part: ContentPart): Split {
	if (part.type !== 'moved') {
		return part.type === 'text' ? { text: text + part.delta, reasoning } : { text, reasoning: reasoning + part.delta };
	}
	return part.to === 'text'
		? { text: part.prefix + reasoning + text, reasoning: '' }
		: { text: '', reasoning: reasoning + text };
}

it.each<readonly [what: string, content: string, text: string, reasoning: string]>([
	['plain text', 'Hello', 'Hello', ''],
	['a thought, then text', '<think>\nhm\n</think>\n\nHello', 'Hello', '\nhm\n'],
	['a thought after blank space', '\n<think>hm</think>Hello', 'Hello', 'hm'],
	['other tags', '<thinking>hm</thinking>Hello', 'Hello', 'hm'],
	["Seed-OSS's tags", '<seed:think>hm</seed:think>Hello', 'Hello', 'hm'],
	["Cohere's tokens", '<|START_THINKING|>hm<|END_THINKING|>Hello', 'Hello', 'hm'],
	["Mistral's tags", '[THINK]hm[/THINK]Hello', 'Hello', 'hm'],
	['a closing tag without an opening one', 'hm, let me see\n</think>\n\nHello', 'Hello', 'hm, let me see\n'],
	['a closing tag first', '</think>\n\nHello', 'Hello', ''],
	['a closing tag last', 'hm</think>', '', 'hm'],
	[
		'a tag in prose',
		'The <think> tag is closed by </think> in a line.',
		'The <think> tag is closed by </think> in a line.',
		'',
	],
	['a tag in a code span', 'Use `</think>`\nto end', 'Use `</think>`\nto end', ''],
	['a tag in a code fence', '```\n</think>\n```\nok', '```\n</think>\n```\nok', ''],
	['prose that starts with a tag which never closes', '<think> is an opening tag', '<think> is an opening tag', ''],
	['half a tag', 'a </thi', 'a </thi', ''],
	['less-than signs', '<', '<', ''],
	['nothing', '', '', ''],
])('content with %s is split', (_, content, text, reasoning) => {
	expect(split([content])).toEqual({ text, reasoning });
	expect(split([...content])).toEqual({ text, reasoning });
});

it('a thought that a length limit cut is no text', () => {
	expect(split(['<think>hm, wh'], { cut: true })).toEqual({ text: '', reasoning: 'hm, wh' });
});

it('a thought whose opening is known to be missing streams as reasoning from the start', () => {
	const splitter = createThinkSplitter(true);
	expect(splitter.push('let me see')).toEqual([{ type: 'reasoning', delta: 'let me see' }]);
	expect(split(['let me see</think>Hello'], { opensInThought: true })).toEqual({
		text: 'Hello',
		reasoning: 'let me see',
	});
	expect(split(['no thought today'], { opensInThought: true })).toEqual({ text: 'no thought today', reasoning: '' });
});

it('the split does not depend on how content is cut', () => {
	const token = fc.constantFrom(
		'<think>',
		'</think>',
		'<thinking>',
		'</thinking>',
		'[THINK]',
		'[/THINK]',
		'\n',
		' ',
		'`',
		'```',
		'a',
		'<',
		'/',
		'think',
	);
	fc.assert(
		fc.property(
			fc.array(token),
			fc.array(fc.nat(7)),
			fc.boolean(),
			fc.boolean(),
			(tokens, cuts, opensInThought, cut) => {
				const content = tokens.join('');
				const options = { opensInThought, cut };
				expect(split(cutAt(content, cuts), options)).toEqual(split([content], options));
			},
		),
		{ numRuns: 2000 },
	);
});

function cutAt(content: string, sizes: readonly number[]): readonly string[] {
	const pieces: string[] = [];
	let rest = content;
	for (const size of sizes) {
		pieces.push(rest.slice(0, size));
		rest = rest.slice(size);
	}
	return [...pieces, rest];
}
