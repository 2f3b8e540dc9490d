import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withSettings } from '../../src/setup/dot-env-text.ts';

it.each<readonly [what: string, text: string, changes: Record<string, string | undefined>, after: string]>([
	['an empty file', '', { A: 'b' }, 'A=b\n'],
	['comments and others are kept', '# hi\n#A=x\nB=c # d\n', { A: 'b' }, '# hi\n#A=x\nB=c # d\nA=b\n'],
	['a line is replaced where it stands, whatever its form', '  A = "x"\nB=c', { A: 'b' }, '  A=b\nB=c\n'],
	['a line for shells stays one, with its remark', 'export A=x # y\nB=c', { A: 'b' }, 'export A=b # y\nB=c\n'],
	['a remark behind quotes stays', `A="x # z" # y\n`, { A: 'b # c' }, `A="b # c" # y\n`],
	['a value of many lines goes with all of them', 'A="x\nB=y"\nB=c', { A: 'b' }, 'A=b\nB=c\n'],
	['a value of many lines is taken out with all of them', 'A="x\nB=y"\nB=c', { A: undefined }, '#A="x\n#B=y"\nB=c\n'],
	['what stands within another value is none', 'Z="x\nA=y"\n', { A: 'b' }, 'Z="x\nA=y"\nA=b\n'],
	['lines of Windows stay', '# hi\r\nA=x\r\n\r\nB=c\r\n', { A: 'b' }, '# hi\r\nA=b\n\r\nB=c\r\n'],
	['what is taken out of force stays to be read', 'A=x\nB=c\n', { A: undefined }, '#A=x\nB=c\n'],
	['what is not there need not be taken out', 'B=c\n', { A: undefined }, 'B=c\n'],
	['a second line of the same name, which would win, goes', 'A=x\nA=y\n', { A: 'b' }, 'A=b\n#A=y\n'],
	['a value that needs quotes', '', { A: 'b # c' }, 'A="b # c"\n'],
])('%s', (_, text, changes, after) => {
	expect(withSettings(text, changes)).toBe(after);
});

it('a value that no line can hold is refused, without being shown', () => {
	expect(() => withSettings('', { A: 'hunter2\nB=c' })).toThrow(/^A cannot be written/);
	expect(() => withSettings('', { A: `hunter2"'\`#` })).toThrow(/^(?!.*hunter2)/);
});

it('whatever is written is read again as it is', () => {
	fc.assert(
		fc.property(
			fc.string({ minLength: 1, unit: fc.constantFrom('a', '"', "'", '#', ' ', '\\', '$', '=', 'é') }),
			(value) => {
				let text: string;
				try {
					text = withSettings('# x\nZ=1\n', { A: value, B: 'b' });
				} catch {
					return;
				}
				expect(parseEnv(text)).toEqual({ Z: '1', A: value, B: 'b' });
			},
		),
	);
});
