import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMarker, withoutMarkers } from '../../../../src/adapters/discord/marker.ts';
import { renderAnswer, withThumbs } from '../../../../src/adapters/discord/render/answer.ts';
import { readLongTexts } from '../../../../src/adapters/markdown/parse-markdown.ts';
import { fenceSoup, markdownText, wordsIn } from '../../../support/markdown-samples.ts';
import { componentsOf, hasWholeFences, messagesOf, seen } from './checked.ts';

readLongTexts();

const key = 's1/t1/answer';

function textsOf(markdown: string): string[] {
	return messagesOf(renderAnswer(markdown, key)).map((message) => seen(message.markdown));
}

describe('renderAnswer()', () => {
	it('makes messages that Discord takes, with whole fences, whatever the answer is', () => {
		const part = fc.oneof(fenceSoup, markdownText, fc.string({ unit: 'binary', maxLength: 40 }));
		fc.assert(
			fc.property(fc.array(part, { maxLength: 12 }), fc.constantFrom('\n\n', '\n', ''), (parts, between) => {
				const messages = messagesOf(renderAnswer(parts.join(between), key));
				for (const { markdown } of messages) expect(hasWholeFences(withoutMarkers(markdown)), markdown).toBe(true);
			}),
			{ numRuns: 150 },
		);
	});

	it('takes no line of code within a paragraph for a fence', () => {
		const code = `\`\`\`\n${'code line\n'.repeat(40)}\`\`\``;
		const messages = textsOf(`\`\n      ~~~\`\n\n${'word '.repeat(350)}\n\n${code}`);
		expect(messages).toHaveLength(2);
		for (const text of messages) expect(hasWholeFences(text)).toBe(true);
		expect(messages[0]).toMatch(/^`\s+~~~`\n\nword/);
	});

	it('loses no word', () => {
		fc.assert(
			fc.property(markdownText, (markdown) => {
				const answer = renderAnswer(markdown, key);
				if (answer.kind === 'file') expect(answer.file.text).toBe(markdown);
				else expect(wordsIn(textsOf(markdown).join('\n'))).toEqual(wordsIn(markdown));
			}),
			{ numRuns: 60 },
		);
	});

	it('says with each message which thing it shows, and takes thumbs below it', () => {
		const messages = messagesOf(renderAnswer('A paragraph of words.\n\n'.repeat(200), key));
		expect(messages).toHaveLength(3);
		expect(messages.map(({ markdown }, at) => hasMarker(markdown, at === 0 ? key : `${key}/${at + 1}`))).toEqual([
			true,
			true,
			true,
		]);
		for (const message of messages) {
			expect(message).not.toHaveProperty('components');
			const thumbs = componentsOf(withThumbs(message, 't1')).flatMap(({ custom_id }) => custom_id ?? []);
			expect(thumbs).toEqual(['feedback good t1', 'feedback bad t1']);
		}
	});

	it('is a file with its beginning for what would take more than three messages', () => {
		for (const markdown of ['A paragraph of words.\n\n'.repeat(400), `# Long\n\n${'word '.repeat(9000)}`]) {
			const answer = renderAnswer(markdown, key);
			expect(answer).toMatchObject({ kind: 'file', file: { name: 'answer.md', text: markdown } });
			const [text = ''] = textsOf(markdown);
			expect(text).toMatch(/\n\n…\n\n_The whole answer is in answer\.md\._$/);
			expect(text.length).toBeLessThan(1600);
			expect(messagesOf(answer).map((message) => hasMarker(message.markdown, key))).toEqual([true]);
		}
	});

	it('keeps the marker out of an address at the end', () => {
		const [message] = messagesOf(renderAnswer('See https://example.com/a', key));
		expect(message?.markdown).toMatch(/^See https:\/\/example\.com\/a /);
	});

	it('moves the lines that belong to an indented first one, of which Discord would take the white space', () => {
		const filler = `- ${'x'.repeat(1960)}`;
		const [, second] = textsOf(
			`${filler}\n  - one, and some words more that have no room above\n    - two\n  - three\n- four`,
		);
		expect(second).toBe('- one, and some words more that have no room above\n  - two\n- three\n- four');
	});

	it.each(['', ' \n', '<!-- nothing -->', '\u200b'])('says so when the answer is empty: %j', (markdown) => {
		expect(textsOf(markdown)).toEqual(['_The answer is empty._']);
	});

	it('keeps what looks like our marker out of what the Brain wrote', () => {
		const stolen = messagesOf(renderAnswer('x', key))[0]?.markdown ?? '';
		const [message] = messagesOf(renderAnswer(`${stolen} y`, 'another'));
		expect(hasMarker(message?.markdown ?? '', key)).toBe(false);
	});
});
