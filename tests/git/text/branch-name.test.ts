import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchName } from '../../../src/git/text/branch-name.ts';

describe('branchName()', () => {
	it.each([
		['Fix the login bug', 'threadsmith/fix-the-login-bug-0a1b2c'],
		['Überprüfe Größe', 'threadsmith/uberprufe-gro-e-0a1b2c'],
		['../../etc/passwd', 'threadsmith/etc-passwd-0a1b2c'],
		['--upload-pack=x', 'threadsmith/upload-pack-x-0a1b2c'],
		['日本', 'threadsmith/change-0a1b2c'],
		['', 'threadsmith/change-0a1b2c'],
		['x'.repeat(1_000), `threadsmith/${'x'.repeat(40)}-0a1b2c`],
	])('makes of %j a name that tells something', (title, expected) => {
		expect(branchName(title, '0a1b2c')).toBe(expected);
	});

	it('makes only names that git takes', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (title) => {
				const name = branchName(title, '0a1b2c');
				expect(name).toMatch(/^threadsmith\/[a-z0-9-]{1,40}-[0-9a-f]{6}$/);
				execFileSync('git', ['check-ref-format', '--branch', name]);
			}),
			{ numRuns: 40 },
		);
	});
});
