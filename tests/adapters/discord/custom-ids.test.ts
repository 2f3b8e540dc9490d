import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	type CustomId,
	longestCustomId,
	questionDigest,
	readCustomId,
	writeCustomId,
} from '../../../src/adapters/discord/custom-ids.ts';

const snowflake = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const question = fc.string({ minLength: 1, maxLength: 300 }).map(questionDigest);
const messageKey = fc.tuple(snowflake, snowflake).map((ids) => ids.join('/'));
const turn = fc.tuple(fc.nat(), fc.uuid()).map(([number, id]) => `t${number}-${id.slice(0, 8)}`);
const customId: fc.Arbitrary<CustomId> = fc.oneof(
	fc.constant({ does: 'stop' } as const),
	fc.record({ does: fc.constant('choose' as const), question, choice: fc.nat(24) }),
	fc.record({ does: fc.constantFrom('select' as const, 'open-form' as const, 'form' as const), question }),
	fc.record({ does: fc.constantFrom('use-now' as const, 'take-back' as const), of: messageKey }),
	fc.record({ does: fc.constant('feedback' as const), value: fc.constantFrom('good' as const, 'bad' as const), turn }),
);

describe('writeCustomId()', () => {
	it('writes what Discord takes and readCustomId() reads', () => {
		fc.assert(
			fc.property(customId, (id) => {
				const text = writeCustomId(id);
				expect(text.length).toBeLessThanOrEqual(longestCustomId);
				expect(readCustomId(text)).toEqual(id);
			}),
		);
	});
});

describe('readCustomId()', () => {
	it.each([
		'',
		'start',
		'choose',
		'choose q',
		'choose q x',
		'choose q 123',
		'form',
		'use-now',
		'feedback good',
		'feedback ok t1',
	])('does not know "%s"', (text) => {
		expect(readCustomId(text)).toBeUndefined();
	});

	it('reads anything without failing', () => {
		fc.assert(fc.property(fc.string(), (text) => void readCustomId(text)));
	});
});

describe('questionDigest()', () => {
	it('is short, and another one for another question', () => {
		expect(questionDigest('a'.repeat(300))).toHaveLength(16);
		expect(questionDigest('a')).not.toBe(questionDigest('b'));
	});
});
