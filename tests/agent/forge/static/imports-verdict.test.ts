import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isInImage } from '../../../../src/agent/forge/static/image-packages.ts';
import { importsVerdict } from '../../../../src/agent/forge/static/imports-verdict.ts';

const missing = (module: string, line = 1) => ({ module, line, from: 'missing' as const });
const installed = (module: string, distribution: string) => ({
	module,
	line: 1,
	from: 'installed' as const,
	distribution,
});
const stdlib = { module: 'json', line: 1, from: 'stdlib' as const };

function textsOf(verdict: ReturnType<typeof importsVerdict>): string[] {
	return verdict.problems.map(({ text }) => text);
}

describe('importsVerdict', () => {
	it('takes what Python and the image have, and names it for the header', () => {
		const verdict = importsVerdict([stdlib, installed('PIL', 'pillow'), installed('pandas', 'pandas')], ['Pandas>=2']);
		expect(verdict).toEqual({ problems: [], requirements: [], dependencies: ['pandas>=2', 'pillow'] });
	});

	it('takes what is declared under the name of its distribution', () => {
		const { problems, requirements } = importsVerdict(
			[missing('yaml'), missing('humanize'), missing('humanize', 9)],
			['PyYAML>=6', 'humanize', 'humanize'],
		);
		expect(problems).toEqual([]);
		expect(requirements).toEqual(['pyyaml>=6', 'humanize']);
	});

	it('refuses what is not declared, naming the package and the line', () => {
		const verdict = importsVerdict([missing('yaml', 4)], []);
		expect(verdict.problems).toEqual([{ class: 'imports', line: 4, text: expect.stringContaining('"pyyaml"') }]);
	});

	it('never takes a package because a module has its name', () => {
		expect(textsOf(importsVerdict([missing('yaml')], ['yaml']))[0]).toContain('"pyyaml"');
		expect(textsOf(importsVerdict([missing('sklearn')], ['sklearn']))[0]).toContain('"scikit-learn"');
	});

	it('says which name is misspelt', () => {
		for (const [module, declared] of [
			['humanize', 'humanise'],
			['requests', 'reqeusts'],
			['bs4', 'beautifulsoup'],
		] as const)
			expect(textsOf(importsVerdict([missing(module)], [declared]))[0]).toMatch(/misspelt/);
	});

	it('refuses what is declared and not imported, but for what others load by themselves', () => {
		expect(textsOf(importsVerdict([stdlib], ['humanize']))).toEqual([expect.stringContaining('not imported')]);
		expect(importsVerdict([installed('pandas', 'pandas')], ['xlrd', 'openpyxl'])).toMatchObject({
			problems: [],
			requirements: ['xlrd'],
		});
	});

	it('takes an unknown package for an unknown module, and no well-known one', () => {
		expect(importsVerdict([missing('reports')], ['ourcompany-kit'])).toMatchObject({
			problems: [],
			requirements: ['ourcompany-kit'],
		});
		expect(textsOf(importsVerdict([missing('reports')], ['humanize']))).toHaveLength(2);
	});

	it('refuses imports of files beside the tool', () => {
		expect(textsOf(importsVerdict([missing('.')], ['ourcompany-kit']))[0]).toContain('one file');
	});

	it('refuses dependencies that are no requirements', () => {
		expect(textsOf(importsVerdict([], ['-r a.txt', 'a @ file:///a']))).toHaveLength(2);
	});
});

describe('isInImage', () => {
	it('knows all that the Containerfile installs', async () => {
		const containerfile = await readFile(new URL('../../../../Containerfile', import.meta.url), 'utf8');
		const packages = /^ARG PYTHON_PACKAGES="(.*)"$/m.exec(containerfile)?.[1]?.split(' ') ?? [];
		expect(packages.length).toBeGreaterThan(0);
		for (const one of packages) expect(isInImage(one.replace(/==.*/, '')), one).toBe(true);
	});
});
