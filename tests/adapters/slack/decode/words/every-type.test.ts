import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parts as attachmentParts } from '../../../../../src/adapters/slack/decode/words/attachments.ts';
import { blocks } from '../../../../../src/adapters/slack/decode/words/blocks.ts';
import { elements } from '../../../../../src/adapters/slack/decode/words/elements.ts';
import { modes } from '../../../../../src/adapters/slack/decode/words/file-words.ts';
import { allWords, readMessage } from '../../../../../src/adapters/slack/decode/words/message-words.ts';
import { parts, written } from '../../../../../src/adapters/slack/decode/words/rich-text.ts';

const library = dirname(fileURLToPath(import.meta.resolve('@slack/types')));
const declared = (file: string) => readFileSync(join(library, file), 'utf8');
const typesIn = (file: string) => [...declared(file).matchAll(/^ {4}type: '(\w+)';/gm)].map(([, type = '']) => type);

const readers = { ...blocks, ...elements, ...parts, ...written };
/** The source that a task card names: it is read with the card. */
const within = ['url'];

describe('what Slack’s library lists', () => {
	it('has a line each: blocks, elements, and parts of rich text', () => {
		const listed = [...typesIn('block-kit/blocks.d.ts'), ...typesIn('block-kit/block-elements.d.ts')];
		expect(listed.length).toBeGreaterThan(50);
		expect(listed.filter((type) => !Object.hasOwn(readers, type) && !within.includes(type))).toEqual([]);
	});

	it('has a line each: the fields of attachments', () => {
		const [, body = ''] =
			/interface MessageAttachment \{([\s\S]*?)\n\}/.exec(declared('message-attachments.d.ts')) ?? [];
		const fields = [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = '']) => name);
		expect(fields.length).toBeGreaterThan(20);
		expect(fields.filter((name) => !Object.hasOwn(attachmentParts, name))).toEqual([]);
	});

	it('has a line each: the ways in which files are kept', () => {
		const [, union = ''] = /^ {4}mode: (.*);$/m.exec(declared('events/message.d.ts')) ?? [];
		expect(union.split(' | ').map((mode) => mode.replaceAll("'", ''))).toEqual(expect.arrayContaining(['hosted']));
		expect(Object.keys(modes).toSorted()).toEqual(
			union
				.split(' | ')
				.map((mode) => mode.replaceAll("'", ''))
				.toSorted(),
		);
	});

	it.each(Object.keys(blocks))('is never silent: a block of type %s that holds nothing', (type) => {
		const filled = {
			type,
			title: 'T',
			text: 'words',
			label: 'L',
			alt_text: 'A',
			elements: [{ type: 'plain_text', text: 'e' }],
		};
		const rich = { type, elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'words' }] }] };
		const cards = { type, elements: [{ type: 'card', body: 'words' }] };
		const block =
			type === 'rich_text' ? rich : type === 'carousel' ? cards : type === 'card' ? { type, body: 'b' } : filled;
		expect(allWords(readMessage({ blocks: [block] }, 'T1'))).not.toBe('');
	});
});
