import { expect, it } from 'vitest';
import { families } from '../../../../../src/agent/model/text/calls/families.ts';
import { openingAt } from '../../../../../src/agent/model/text/calls/openings.ts';
import { paris, readChunks, stop } from '../../../../support/read-chunks.ts';
import { delta } from '../../../../support/wire-server.ts';
import { samples } from './samples.ts';

const one = [
	{ name: 'get_weather', arguments: expect.toSatisfy((text) => JSON.stringify(JSON.parse(text)) === paris) },
];
const shown = (parts: readonly { readonly delta: string }[]) => parts.map(({ delta: said }) => said).join('');

it.each(samples)('a call that %s writes is run, alone or behind words, and nobody sees it', (_, content) => {
	const alone = readChunks([...[...content].map((char) => delta({ content: char })), stop]);
	expect(alone.reply).toMatchObject({ text: '', calls: one });
	expect(alone.reply.unread).toBeUndefined();
	expect(shown(alone.parts)).toBe('');
});

// JSON without any mark is a call only where it is all of the answer, in content as in thoughts.
const marked = samples.filter(([, content]) => openingAt(content, 0));

it.each(marked)('a call that %s writes is run on a line behind words', (_, content) => {
	const { reply, parts } = readChunks([delta({ content: `Let me look.\n\n${content}` }), stop]);
	expect(reply).toMatchObject({ text: 'Let me look.', calls: one });
	expect(shown(parts).trimEnd()).toBe('Let me look.');
});

it.each(samples)('a call that %s writes is found among thoughts where there is no content', (_, content) => {
	expect(readChunks([delta({ reasoning_content: content }), stop]).reply.calls).toMatchObject(one);
	const thoughts = readChunks([delta({ reasoning_content: content }), delta({ content: 'Sunny.' }), stop]).reply;
	expect(thoughts).toMatchObject({ text: 'Sunny.', calls: [] });
});

it.each(marked)('a call that %s writes is an example where it stands in code', (_, content) => {
	const text = `Write:\n\n\`\`\`\`\n${content}\n\`\`\`\`\n\nand wait.`;
	const { reply, parts } = readChunks([delta({ content: text }), stop]);
	expect(reply).toMatchObject({ text, calls: [] });
	expect(reply.unread).toBeUndefined();
	expect(shown(parts)).toBe(text);
});

it.each(marked.filter(([, content]) => !/^(?:```|\*\*)/.test(content)))(
	'two calls that %s writes are two',
	(_, content) => {
		const other = content.replace('Paris', 'Rome');
		const calls = readChunks([delta({ content: `${content}\n${other}` }), stop]).reply.calls;
		expect(calls.map(({ arguments: args }) => JSON.parse(args))).toEqual(
			content.includes('tool_response') ? [{ city: 'Paris' }] : [{ city: 'Paris' }, { city: 'Rome' }],
		);
	},
);

it('every family has an example, and no opening hides another', () => {
	const seen = new Set(samples.map(([, content]) => openingAt(content, 0)?.family));
	expect(families.filter((family) => !seen.has(family)).map(({ of }) => of)).toEqual([]);
	for (const family of families) for (const open of family.opens) expect(openingAt(open, 0)?.family).toBe(family);
});
