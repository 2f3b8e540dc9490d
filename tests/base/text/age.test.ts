import { expect, it } from 'vitest';
import { ageOf } from '../../../src/base/text/age.ts';

it.each([
	[-5_000, 'just now'],
	[59_999, 'just now'],
	[60_000, '1 minute ago'],
	[7_200_000, '2 hours ago'],
	[400 * 86_400_000, '400 days ago'],
])('%d ms are %s', (ms, words) => expect(ageOf(ms)).toBe(words));
