import { describe, expect, it } from 'vitest';
import { shadowProblem } from '../../../../src/sandbox/guest/files/shadow-problem.ts';

describe('An environment', () => {
	const standard = new Set(['sys', 'json', 'os']);

	it.each(['json.py', 'json', 'json.abi3.so', 'sys'])(
		'holds no %s, which would stand in for a module of Python',
		(name) => {
			expect(shadowProblem(['numpy', name], standard)).toMatch(/names of Python's own \((json|sys)\)/);
		},
	);

	it('may hold what only begins so', () => {
		expect(shadowProblem(['json5', 'osgeo', 'numpy-1.dist-info'], standard)).toBeUndefined();
	});

	it.each([[[]], [['']]])('is none where the names of the modules could not be read (%j)', (read) => {
		expect(shadowProblem(['numpy'], new Set(read))).toBe("the names of Python's own modules could not be read");
	});
});
