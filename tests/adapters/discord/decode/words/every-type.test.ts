import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ComponentType, EmbedType, MessageType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { components } from '../../../../../src/adapters/discord/decode/words/components.ts';
import { embeds } from '../../../../../src/adapters/discord/decode/words/embeds.ts';
import { messageTypes } from '../../../../../src/adapters/discord/decode/words/message-types.ts';
import { messageWords, parts } from '../../../../../src/adapters/discord/decode/words/message-words.ts';

const library = dirname(createRequire(import.meta.url).resolve('discord-api-types/payloads/v10'));
const declared = readFileSync(join(library, 'message.d.ts'), 'utf8');

/** The names that Discord's library gives the fields of an interface. */
function fieldsOf(name: string): string[] {
	const [, body = ''] = new RegExp(`export interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(declared) ?? [];
	return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, field = '']) => field);
}

function valuesOf(list: object): (string | number)[] {
	return Object.values(list).filter(
		(value) => typeof value === 'number' || (Number.isNaN(Number(value)) && !(value in list)),
	);
}

const missing = (list: object, table: object) => valuesOf(list).filter((value) => !Object.hasOwn(table, value));

describe('what Discord’s library lists', () => {
	it('has a line each: the fields of a message', () => {
		const fields = ['APIBaseMessageNoChannel', 'APIBaseMessage', 'APIMessageMentions'].flatMap(fieldsOf);
		expect(fields.length).toBeGreaterThan(30);
		expect(fields.filter((field) => !Object.hasOwn(parts, field))).toEqual([]);
	});

	it('has a line each: types of messages, embeds and components', () => {
		expect(valuesOf(MessageType).length).toBeGreaterThan(35);
		expect(missing(MessageType, messageTypes)).toEqual([]);
		expect(valuesOf(EmbedType).length).toBeGreaterThan(6);
		expect(missing(EmbedType, embeds)).toEqual([]);
		expect(valuesOf(ComponentType).length).toBeGreaterThan(18);
		expect(missing(ComponentType, components)).toEqual([]);
	});

	it.each(valuesOf(EmbedType))('is never silent: an embed of type %s', (type) => {
		expect(messageWords({ embeds: [{ type, url: 'https://example.com' }] } as never)).not.toBe('');
		expect(messageWords({ embeds: [{ type }] } as never)).not.toBe('');
	});

	const silent: readonly unknown[] = [ComponentType.Separator];
	it.each(valuesOf(ComponentType).filter((type) => !silent.includes(type)))(
		'is never silent: a component of type %s',
		(type) => {
			const inner = { type: 10, content: 'words' };
			const items = [{ media: { url: 'https://example.com/a.png' } }];
			const component = {
				type,
				content: 'words',
				label: 'L',
				components: [inner],
				component: inner,
				accessory: inner,
				items,
			};
			expect(messageWords({ components: [component] } as never)).not.toBe('');
		},
	);

	it.each(
		valuesOf(MessageType).filter((type) => type !== 0 && type !== 19 && type !== 20 && type !== 21 && type !== 23),
	)('is never silent: a message of type %s', (type) => {
		expect(messageWords({ type: type as MessageType, content: '' })).toMatch(/^\(.+\)$/);
	});

	it('is named where it came after this was written', () => {
		expect(messageWords({ components: [{ type: 99 }] } as never)).toContain('of a kind that I do not know');
		expect(messageWords({ components: [{ type: 99, content: 'words' }] } as never)).toBe('words');
		expect(messageWords({ embeds: [{ type: 'novel', title: 'T' }] } as never)).toBe('> T');
		expect(messageWords({ type: 99 } as never)).toBe('(a message of a kind that I do not know)');
	});
});
