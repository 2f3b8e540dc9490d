import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	isOwnComment,
	isSameText,
	markOfPart,
	ownComment,
	ownPart,
	withOwnPart,
} from '../../../src/git/text/own-part.ts';

const text = fc.oneof(
	fc.string({ maxLength: 200 }),
	fc.constantFrom('<!-- threadsmith -->', '<!-- /threadsmith -->', '<!--', '\r\n', '-->'),
);
const words = fc.array(text, { maxLength: 8 }).map((parts) => parts.join(' '));

describe('our part of a text', () => {
	it('is found whatever stands in it and around it, and nothing else is changed', () => {
		fc.assert(
			fc.property(words, words, words, words, (before, after, was, next) => {
				fc.pre(!after.includes('threadsmith -->'));
				const [part, other] = [ownPart(was), ownPart(next)];
				const body = `${before}\n\n${part}\n\n${after}`;
				expect(withOwnPart(body, markOfPart(part), other)).toBe(
					isSameText(part, other) ? body : `${before}\n\n${other}\n\n${after}`,
				);
			}),
		);
	});

	it('is left where a letter of it was changed, and known however its lines end', () => {
		const part = ownPart('one\ntwo');
		const next = ownPart('three');
		expect(withOwnPart(part.replace('two', 'twos'), markOfPart(part), next)).toBeUndefined();
		expect(withOwnPart(part.replaceAll('\n', '\r\n'), markOfPart(part), next)).toBe(next);
		expect(withOwnPart('nothing of ours', markOfPart(part), next)).toBeUndefined();
		expect(withOwnPart(part, undefined, next)).toBeUndefined();
		expect(withOwnPart(next, markOfPart(part), next)).toBe(next);
	});

	it('is not written where code hosts would not take all of it', () => {
		const part = ownPart('one');
		expect(withOwnPart(`${'x'.repeat(64_000)}${part}`, markOfPart(part), ownPart('y'.repeat(2_000)))).toBeUndefined();
	});
});

it('a comment of ours is known by how it begins, and one that quotes it is none', () => {
	const comment = ownComment('Pushed');
	expect(isOwnComment(comment)).toBe(true);
	expect(isOwnComment(`> ${comment.replaceAll('\n', '\n> ')}`)).toBe(false);
	expect(isOwnComment(ownPart('Pushed'))).toBe(false);
});
