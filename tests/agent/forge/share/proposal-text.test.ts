import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleTool } from '../../../../src/agent/forge/assemble.ts';
import { fenced, plainName, visible } from '../../../../src/agent/forge/share/markdown.ts';
import type { Proposal } from '../../../../src/agent/forge/share/proposal.ts';
import { textOf } from '../../../../src/agent/forge/share/proposal-text.ts';
import { proposeShare } from '../../../../src/agent/forge/share/propose.ts';
import { specWith } from '../orders.ts';
import { forge, grace, openSmithy, type Piece, type Smithy, sceneIn, stock, tool } from './smithy.ts';

const lines = (count: number, of = 'line'): string =>
	Array.from({ length: count }, (_, index) => `${of} ${index + 1}`).join('\n');

async function proposal(smithy: Smithy, piece: Piece): Promise<Proposal> {
	const folder = await smithy.open('local-a');
	await forge(folder, piece);
	return proposeShare({ name: tool }, sceneIn(folder), { ...smithy, records: smithy.store.records });
}

async function shown(smithy: Smithy, piece: Piece): Promise<string> {
	return textOf(await proposal(smithy, piece), smithy);
}

describe('what an admin is shown of a proposal', () => {
	it('is what the tool does and may, its packages, tests and use, and its code', async () => {
		await using smithy = await openSmithy();
		const provenance = { session: 'local-a', coder: 'm', seeds: [1], tries: 1, packagesBy: grace };
		const text = await shown(smithy, {
			code: 'import humanize\n\ndef run(input):\n\treturn {}\n',
			lock: 'humanize==4.9.0 \\\n    --hash=sha256:00\nnumpy-x==1.0.post1+cpu\n',
			use: { calls: 12, failures: 1 },
			manifest: { capabilities: ['files', 'subprocess'], dependencies: ['humanize'], provenance },
		});
		expect(text).toBe(
			[
				'**Share tables/sum_by_column with everyone who uses catalog local?**',
				'Ada proposes version 1 of session local-a.',
				'```\nSums a column\n```',
				'- May: compute, files, subprocess',
				'- Packages: `humanize 4.9.0, numpy-x 1.0.post1+cpu` (approved by Grace)',
				'- Tests, all passed when it was forged: examples 2, inputs to refuse 1',
				'- Calls since then: 12, failed: 1',
				'The catalog has no tool of that name. The code:',
				'```diff\n+import humanize\n+\n+def run(input):\n+\treturn {}\n```',
				'All of it: `threadsmith tools show local-a tables/sum_by_column 1`',
			].join('\n'),
		);
	});

	it('leaves out what every tool ends with, and only that to the letter', async () => {
		await using smithy = await openSmithy();
		const body = 'def run(input: dict) -> dict:\n    return {}';
		const code = assembleTool({ spec: specWith(), body, header: '# header' });
		const text = await shown(smithy, { code });
		expect(text).toContain('The code, without the lines that every tool ends with:');
		expect(text).toContain('+META = {');
		expect(text).not.toContain('_run_as_script');
		expect(await shown(smithy, { code: `${code}print("more")\n` })).toContain('_run_as_script');
	});

	it('is the difference to what the catalog has', async () => {
		await using smithy = await openSmithy();
		await stock(smithy.catalog, { code: `${lines(20)}\n` });
		const text = await shown(smithy, { code: `${lines(20).replace('line 10\n', 'changed\nadded\n')}\n` });
		expect(text).toContain('Changes to version 1, which is there now:');
		expect(text).toContain(
			'@@ -7,7 +7,8 @@\n line 7\n line 8\n line 9\n-line 10\n+changed\n+added\n line 11\n line 12\n line 13\n```',
		);
	});

	it('is the whole code where hardly anything has stayed', async () => {
		await using smithy = await openSmithy();
		await stock(smithy.catalog, { code: lines(3000, 'old') });
		const text = await shown(smithy, { code: lines(3000, 'new') });
		expect(text).toContain('```diff\n+new 1\n+new 2');
	});

	it('is cut with the number of lines that are left out', async () => {
		await using smithy = await openSmithy();
		const text = await shown(smithy, { code: lines(500) });
		const [, rest] = /\n(\d+) more lines; all of it: `threadsmith tools show /.exec(text) ?? [];
		const there = text.match(/^\+line \d+$/gm) ?? [];
		expect(there.length).toBeGreaterThan(100);
		expect(there.length + Number(rest)).toBe(500);
		expect(text.length).toBeGreaterThan(2450);
		expect(text.length).toBeLessThanOrEqual(2500);
	});

	it('says what of the catalog cannot be compared', async () => {
		await using smithy = await openSmithy();
		await stock(smithy.catalog);
		await appendFile(join(smithy.catalog.path, tool, '1', 'tool.py'), 'x'.repeat(1024 * 1024));
		expect(await shown(smithy, { code: 'new' })).toContain(
			'Version 1, which is there now, cannot be read. The code:\n```diff\n+new',
		);
	});

	it('shows what would be invisible, and where a long line goes on', async () => {
		await using smithy = await openSmithy();
		const text = await shown(smithy, { code: `ok = 1 # \u202e\u2066 x\u200b\r\n${' '.repeat(200)}evil()` });
		expect(text).toContain('+ok = 1 # \\u{202e}\\u{2066} x\\u{200b}\\u{d}\n');
		expect(text).toMatch(/^\+ {158}…$/m);
	});

	it('is refused when the version was changed by hand', async () => {
		await using smithy = await openSmithy();
		const made = await proposal(smithy, {});
		const { paths } = await smithy.open('local-a');
		await appendFile(join(paths.mounts.tools, tool, '1', 'tool.py'), '#');
		await expect(textOf(made, smithy)).rejects.toThrow('was changed by hand');
	});

	it('has room for the longest there is', { timeout: 20_000 }, async () => {
		await using smithy = await openSmithy();
		const folder = await smithy.open(`local-${'x'.repeat(240)}`);
		const name = 'n'.repeat(48);
		const manifest = { purpose: '`'.repeat(2000), capabilities: ['files' as const, 'subprocess' as const] };
		await forge(folder, { name, code: '`'.repeat(5000), lock: lines(100, 'package==').replaceAll(' ', ''), manifest });
		const scene = sceneIn(folder, { person: { id: 'x', name: 'N'.repeat(500) } });
		const made = await proposeShare({ name }, scene, { ...smithy, records: smithy.store.records });
		expect((await textOf(made, smithy)).length).toBeLessThanOrEqual(2500);
	});
});

describe('words of others within Markdown', () => {
	it('stand in a code block that they cannot end', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom('`', '```', '````', '\n', 'a', ' ')), (parts) => {
				const [opening = '', ...rest] = fenced(parts.join(''), 'diff').split('\n');
				const fence = opening.replace('diff', '');
				const ends = rest.flatMap((line, index) => (line.trim().startsWith(fence) ? [index] : []));
				expect(ends).toEqual([rest.length - 1]);
			}),
		);
	});

	it('are names on one line without marks', () => {
		expect(plainName('  *Ada*\n<@U1> `x` [y](z) ')).toBe('Ada @U1 x y (z)');
		expect(plainName('\u202e\n')).toBe('somebody');
		expect(plainName('\u3164\u2800')).toBe('somebody');
		expect(plainName('Grace Brewster Hopper-Ünal')).toBe('Grace Brewster Hopper-Ünal');
	});

	it('keep tabs, line ends and every letter', () => {
		expect(visible('a\u3164b\u115f\u034f\u2800')).toBe('a\\u{3164}b\\u{115f}\\u{34f}\\u{2800}');
		expect(visible('\tä 漢 🎉\n')).toBe('\tä 漢 🎉\n');
	});
});
