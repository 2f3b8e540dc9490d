import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capped } from '../../../src/agent/tool-sources/capped.ts';

const block = (name: string, length: number) => ({ name, text: 'x'.repeat(length) });

describe('capped()', () => {
	it('shows all where there is room', () => {
		expect(capped([block('a', 3), block('b', 2)], '\n', 'Ask.')).toBe('xxx\nxx');
	});

	it('names what there is no room for', () => {
		const text = capped([block('a', 2000), block('b', 2000), block('c', 10)], '\n', 'Ask for more.');
		expect(text).toBe(`${'x'.repeat(2000)}\nAnd b, c. Ask for more.`);
	});

	it('never takes more than 4,000 characters, and always shows something of the first', () => {
		const blocks = fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 97 }), fc.nat(9000)), { minLength: 1 });
		fc.assert(
			fc.property(blocks, (given) => {
				const text = capped(
					given.map(([name, length]) => block(name, length)),
					'\n\n',
					'Ask.',
				);
				const [, first = 0] = given[0] ?? [];
				return text.length <= 4000 && text.startsWith('x'.repeat(Math.min(first, 2000)));
			}),
		);
	});
});
