import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSuppressions } from '../../src/lint/without-suppressions.ts';

describe('withoutSuppressions', () => {
	it('changes comments only, and keeps their length', () => {
		expect(withoutSuppressions('noqa = ruff  # NOQA: S1 # ruff: x\nnoqa()\n')).toBe(
			'noqa = ruff  # note: S1 # note: x\nnoqa()\n',
		);
	});

	it('leaves every source as long as it was, with its lines, and without a word after a hash that ruff would obey', () => {
		const piece = fc.constantFrom('noqa', 'ruff: ', '#', '# ', '\n', '\r', '\u2028', 'x', '"', 'NoQa');
		fc.assert(
			fc.property(fc.array(piece), (pieces) => {
				const source = pieces.join('');
				const cleaned = withoutSuppressions(source);
				expect(cleaned).toHaveLength(source.length);
				expect(cleaned.split(/[\r\n]/)).toHaveLength(source.split(/[\r\n]/).length);
				expect(cleaned).not.toMatch(/#[^\r\n]*(?:noqa|ruff)/i);
			}),
		);
	});
});
