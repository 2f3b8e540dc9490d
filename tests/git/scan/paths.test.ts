import { describe, expect, it } from 'vitest';
import type { TreeChange } from '../../../src/git/git.ts';
import { binaryFinding } from '../../../src/git/scan/binary-finding.ts';
import { matcherOf } from '../../../src/git/scan/glob.ts';
import { protectedFindings } from '../../../src/git/scan/protected-paths.ts';

const changed = (path: string): TreeChange => ({ path, kind: 'changed' });

describe('protectedFindings()', () => {
	it.each([
		'.github/workflows/ci.yml',
		'.GitHub/Workflows/CI.yml',
		'.github/actions/a/run.sh',
		'tools/a/action.yml',
		'.gitlab-ci.yml',
		'.gitea/workflows/a.yaml',
		'.forgejo/workflows/a.yaml',
		'CODEOWNERS',
		'.github/CODEOWNERS',
		'docs/codeowners',
		'.husky/pre-commit',
		'web/.husky/pre-commit',
		'.githooks/pre-push',
		'lefthook.yml',
		'.pre-commit-config.yaml',
		'.gitmodules',
		'sub/.gitattributes',
		'Jenkinsfile',
		'ci/Jenkinsfile.release',
		'.circleci/config.yml',
		'azure-pipelines-release.yml',
		'.github/dependabot.yml',
	])('asks an admin of %s', (path) => {
		expect(protectedFindings([changed(path)], [])).toMatchObject([{ severity: 'admin', path }]);
		expect(protectedFindings([{ path, kind: 'deleted' }], [])).toHaveLength(1);
	});

	it.each(['src/github/workflows/a.ts', 'docs/workflows.md', 'src/action.ts', 'a/CODEOWNERS.md', 'husky.ts'])(
		'asks nobody of %s',
		(path) => {
			expect(protectedFindings([changed(path)], [])).toEqual([]);
		},
	);

	it("goes by the repository's own globs besides, once a file", () => {
		const changes = ['package-lock.json', 'a/package-lock.json', 'deploy/x/y.yml', '.github/workflows/a.yml'].map(
			changed,
		);
		const found = protectedFindings(changes, ['package-lock.json', 'deploy/', '.github/**']);
		expect(found.map(({ path, why }) => `${path}: ${why}`)).toEqual([
			'package-lock.json: is protected here',
			'a/package-lock.json: is protected here',
			'deploy/x/y.yml: is protected here',
			'.github/workflows/a.yml: runs on the code host',
		]);
	});

	it('only tells of what editors run', () => {
		expect(protectedFindings([changed('.vscode/tasks.json')], [])).toMatchObject([{ severity: 'tells' }]);
	});
});

describe('matcherOf()', () => {
	it.each([
		['*.lock', 'a/b/yarn.lock', true],
		['/yarn.lock', 'a/yarn.lock', false],
		['a/*/c', 'a/b/c', true],
		['a/*/c', 'a/b/b/c', false],
		['a/**/c', 'a/c', true],
		['a/**/c', 'a/b/b/c', true],
		['**/x/**/y', 'x/x/z/y', true],
		['a?c', 'abc', true],
		['a.c', 'abc', false],
		['[ab]', 'a', false],
		['', 'a', false],
	])('%s and %s: %s', (glob, path, expected) => {
		expect(matcherOf([glob])(path)).toBe(expected);
	});

	it('gives up a hostile pattern as soon as another one', () => {
		expect(matcherOf(['*a'.repeat(90)])(`${'a'.repeat(4_000)}b`)).toBe(false);
		expect(matcherOf(['**/a/'.repeat(40)])(`${'a/'.repeat(2_000)}b`)).toBe(true);
		expect(matcherOf([`${'**/a/'.repeat(40)}c`])(`${'a/'.repeat(2_000)}b`)).toBe(false);
	});
});

describe('binaryFinding()', () => {
	it('lets small files pass, asks of large ones, and takes none that code hosts refuse', () => {
		expect(binaryFinding('a.png', 1_048_576)).toBeUndefined();
		expect(binaryFinding('a.png', 1_048_577)).toMatchObject({ severity: 'admin', path: 'a.png' });
		expect(binaryFinding('a.bin', 60_000_000)).toMatchObject({ severity: 'blocks' });
		expect(binaryFinding('a.p12', 10)).toMatchObject({ severity: 'admin', why: 'is a store of keys' });
	});
});
