import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../src/git/address.ts';

function pathOf(text: string): string | undefined {
	const parsed = parseAddress(text);
	return parsed.kind === 'address' ? parsed.address.path : undefined;
}

describe('a page in a browser', () => {
	const word = fc
		.stringMatching(/^[a-z0-9][a-z0-9._-]{0,8}$/)
		.filter((text) => !/\.git$/.test(text) && !words.has(text));
	const words = new Set(
		[
			'tree',
			'blob',
			'raw',
			'blame',
			'commits',
			'commit',
			'edit',
			'compare',
			'src',
			'pull',
			'pulls',
			'issues',
			'wiki',
		].concat([
			...[
				'discussions',
				'projects',
				'releases',
				'actions',
				'branches',
				'tags',
				'settings',
				'security',
				'pull-requests',
			],
		]),
	);
	const page = fc.constantFrom(
		...[
			'/tree/main',
			'/blob/main/a.ts',
			'/src/branch/main/a/b',
			'/commit/0123abc',
			'/pulls/3',
			'/issues/12',
			'/-/issues',
		],
		...['/-/tree/main/src/branch/x', '/releases/tag/v1', '/actions/runs/5', '/compare/a...b', '/', ''],
	);
	const path = fc.array(word, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('/'));

	it('is read as its repository, however deep that lies', () => {
		const reads = (of: string, at: string) => {
			expect(pathOf(`https://git.example.org/${of}${at}`)).toBe(of);
			expect(pathOf(`https://git.example.org/${of}.git${at}`)).toBe(of);
		};
		fc.assert(fc.property(path, page, reads), { numRuns: 1_000 });
	});

	it('never has a repository with ".git" read as another, whatever its parts are called', () => {
		const part = fc.oneof(word, fc.constantFrom(...words));
		const parts = fc.array(part, { minLength: 2, maxLength: 5 }).map((all) => all.join('/'));
		fc.assert(
			fc.property(parts, (of) => {
				expect(pathOf(`https://git.example.org/${of}.git`)).toBe(of);
				expect(pathOf(`git@git.example.org:${of}`)).toBe(of);
			}),
			{ numRuns: 1_000 },
		);
	});
});
