import { expect, it } from 'vitest';
import { checkToolResult, policyRules } from '../../../../src/sandbox/built-ins.ts';
import { describeGuest } from '../describe-guest.ts';
import { clean } from '../drafts-clean.ts';
import { flagged } from '../drafts-flagged.ts';
import { cleanSiblings, flaggedSiblings } from '../drafts-siblings.ts';
import { cleanTexts, flaggedTexts } from '../drafts-texts.ts';

describeGuest('check_tool', ({ guest }) => {
	const check = async (code: string) => checkToolResult.parse((await guest().call('check_tool', { code })).data);

	const findings = async (code: string) => {
		const report = await check(code);
		if (report.stage === 'compile') throw new Error(report.error);
		return [...new Set(report.findings.map(({ rule, line }) => `${rule}@${line}`))].sort();
	};

	it.each([...flagged, ...flaggedTexts, ...flaggedSiblings])(
		'finds %s, and nothing else',
		async (_what, code, ...found) => {
			expect(await findings(code)).toEqual([...found].sort());
		},
	);

	it('has a draft for each of its rules', () => {
		const rules = flagged.flatMap(([, , ...found]) => found.map((one) => one.split('@')[0]));
		expect([...new Set(rules)].sort()).toEqual([...policyRules].sort());
	});

	it.each([...clean, ...cleanTexts, ...cleanSiblings])('lets %s pass', async (_what, code) => {
		expect(await findings(code)).toEqual([]);
	});

	it('says where each module comes from, wherever it is imported', async () => {
		const code =
			'import json, os.path\nfrom csv import reader\ndef run(input):\n    import no_such_module.deep\n    from . import near\n    importlib.import_module("wave")\nimport importlib';
		expect(await check(code)).toMatchObject({
			imports: [
				{ module: 'json', line: 1, from: 'stdlib' },
				{ module: 'os', line: 1, from: 'stdlib' },
				{ module: 'csv', line: 2, from: 'stdlib' },
				{ module: 'no_such_module', line: 4, from: 'missing' },
				{ module: '.', line: 5, from: 'missing' },
				{ module: 'wave', line: 6, from: 'stdlib' },
				{ module: 'importlib', line: 7, from: 'stdlib' },
			],
		});
	});

	it('reads a draft as UTF-8, whatever it says of itself', async () => {
		const code = '# -*- coding: utf-7 -*-\nX = 1  # +AAo-import socket\ndef run(input: dict) -> dict:\n    return {}\n';
		expect(await check(code)).toEqual({ stage: 'checked', imports: [], findings: [] });
	});

	it.each([
		['a missing colon', 'def run(input)\n    return {}', /tool\.py", line 1[\s\S]*SyntaxError/],
		['a return outside of a function', 'return 1', /SyntaxError: 'return' outside function/],
		['a NUL character', 'x = "\0"', /null bytes/],
		['brackets without end', '('.repeat(5000), /too many nested|was never closed|too deeply/],
		['brackets in one another', `x = ${'('.repeat(150)}1${')'.repeat(150)}\ny = ${'-'.repeat(50_000)}1`, /./],
		['a sum without end', `x = ${'1+'.repeat(90_000)}1`, /too deeply/],
		['attributes without end', `x = a${'.b'.repeat(90_000)}`, /too deeply/],
		[
			'more modules than any tool needs',
			`import ${Array.from({ length: 101 }, (_, i) => `m${i}`).join(', ')}`,
			/101 modules/,
		],
	])('does not let %s pass', async (_what, code, says) => {
		const report = await check(code);
		expect(report).toEqual({ stage: 'compile', error: expect.stringMatching(says) });
	});

	it('tells of each rule, however often others are broken', async () => {
		const code = `import os\ndef run(input):\n${'    os.system("x")\n'.repeat(400)}    eval("1")\n`;
		const found = await findings(code);
		expect(found).toContain('dynamic-exec@403');
		expect(found).toHaveLength(11);
	});

	it('answers without data when it is stopped', async () => {
		const stop = new AbortController();
		stop.abort();
		await expect(guest().call('check_tool', { code: 'x' }, { signal: stop.signal })).rejects.toThrow();
	});

	it('refuses a draft that is larger than a tool can be', async () => {
		const { isError, data } = await guest().call('check_tool', { code: 'x'.repeat(3_000_000) });
		expect({ isError, data }).toEqual({ isError: true, data: undefined });
	});
});
