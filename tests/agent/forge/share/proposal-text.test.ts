import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleTool } from '../../../../src/agent/forge/draft/assemble.ts';
import type { Proposal } from '../../../../src/agent/forge/share/proposal.ts';
import { type ShownProposal, shownProposal } from '../../../../src/agent/forge/share/proposal-text.ts';
import { proposeShare } from '../../../../src/agent/forge/share/propose.ts';
import { fenced, plainName, visible } from '../../../../src/base/text/markdown.ts';
import { places } from '../../../../src/platforms.ts';
import { toolsPath } from '../../../support/session-home.ts';
import { specWith } from '../specs.ts';
import {
	grace,
	keepForged,
	keepInCatalog,
	type Made,
	type OpenCatalog,
	openCatalog,
	sceneIn,
	tool,
} from './open-catalog.ts';

const lines = (count: number, of = 'line'): string =>
	Array.from({ length: count }, (_, index) => `${of} ${index + 1}`).join('\n');

async function proposal(opened: OpenCatalog, made: Made): Promise<Proposal> {
	const folder = await opened.open('local-a');
	await keepForged(folder, made);
	return proposeShare({ name: tool }, sceneIn(folder), { ...opened, places, records: opened.store.records });
}

async function shown(opened: OpenCatalog, made: Made): Promise<ShownProposal> {
	return shownProposal(await proposal(opened, made), opened);
}

/** All that an admin reads, in the thread and in the file. */
async function read(opened: OpenCatalog, made: Made): Promise<string> {
	const { text, file } = await shown(opened, made);
	return `${text}\n${file?.text ?? ''}`;
}

describe('what an admin is shown of a proposal', () => {
	it('is what the tool does and may, its packages, tests and use, and its code', async () => {
		await using opened = await openCatalog();
		const provenance = { session: 'local-a', coder: 'm', seeds: [1], tries: 1, packagesBy: grace };
		const { text, file } = await shown(opened, {
			code: 'import humanize\n\ndef run(input):\n\treturn {}\n',
			lock: 'humanize==4.9.0 \\\n    --hash=sha256:00\nnumpy-x==1.0.post1+cpu\n',
			use: { calls: 12, failures: 1 },
			manifest: { capabilities: ['files', 'subprocess'], dependencies: ['humanize'], provenance, usage: 'Call it.' },
		});
		expect(file).toBeUndefined();
		expect(text).toContain(
			[
				'**Share tables/sum_by_column with everyone who uses catalog local?**',
				'Ada proposes version 1 of session local-a. The catalog has no tool of that name.',
				'- May: compute, files, subprocess',
				'- Packages: 2, approved by Grace',
				'- Tests, all passed when it was forged: examples 2, inputs to refuse 1',
				'- Calls since then: 12, failed: 1',
				'What it is for, and how it is called:',
				'```\nSums a column\nCall it.\n```',
			].join('\n'),
		);
		expect(text).toContain('Packages:\n```\nhumanize 4.9.0\nnumpy-x 1.0.post1+cpu\n```');
		expect(text).toContain('The code:\n```python\nimport humanize\n\ndef run(input):\n\treturn {}\n```');
		expect(text).toContain('`threadsmith tools show local-a tables/sum_by_column 1`');
	});

	it('is the words, too, that the tool would be found by', async () => {
		await using opened = await openCatalog();
		const found = { phrases: ['add up', 'Summe bilden'], synonyms: ['total'], notFor: ['average\u202e'] };
		const { text } = await shown(opened, { manifest: { found } });
		expect(text).toContain(
			'Words that it is found by:\n```\nadd up; Summe bilden; total; not for: average\\u{202e}\n```',
		);
	});

	it('leaves out what every tool ends with, and only that to the letter', async () => {
		await using opened = await openCatalog();
		const body = 'def run(input: dict) -> dict:\n    return {}';
		const code = assembleTool({ spec: specWith(), body, header: '# header' });
		const { text } = await shown(opened, { code });
		expect(text).toContain('The code, without the lines that every tool ends with:');
		expect(text).toContain('META = {');
		expect(text).not.toContain('_run_as_script');
		expect(await read(opened, { code: `${code}print("more")\n` })).toContain('_run_as_script');
	});

	it('has the difference to what the catalog has, beside the whole', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog, { code: `${lines(20)}\n` });
		const text = await read(opened, { code: `${lines(20).replace('line 10\n', 'changed\nadded\n')}\n` });
		expect(text).toContain('It replaces version 1.');
		expect(text).toContain(
			'Changes to version 1:\n```diff\n@@ -7,7 +7,8 @@\n line 7\n line 8\n line 9\n-line 10\n+changed\n+added\n line 11\n line 12\n line 13\n```',
		);
		expect(text).toContain('line 9\nchanged\nadded\nline 11\n');
	});

	it('has no difference where hardly anything has stayed', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog, { code: lines(3000, 'old') });
		const text = await read(opened, { code: lines(3000, 'new') });
		expect(text).not.toContain('```diff');
		expect(text).toContain('```python\nnew 1\nnew 2');
	});

	it('says what of the catalog cannot be compared', async () => {
		await using opened = await openCatalog();
		await keepInCatalog(opened.catalog);
		await appendFile(join(opened.catalog.path, tool, '1', 'tool.py'), 'x'.repeat(1024 * 1024));
		expect(await read(opened, { code: 'new' })).toContain('It replaces version 1, which cannot be read.');
	});

	it('shows what would be invisible', async () => {
		await using opened = await openCatalog();
		const text = await read(opened, { code: 'ok = 1 # \u202e\u2066 x\u200b\r\n' });
		expect(text).toContain('ok = 1 # \\u{202e}\\u{2066} x\\u{200b}\\u{d}\n');
	});

	it('shows a long line to its end', async () => {
		await using opened = await openCatalog();
		const line = `rows = input["rows"]${' '.repeat(170)}; evil(rows)`;
		expect(await read(opened, { code: `${line}\n` })).toContain(line);
	});

	it('is the whole code in a file where the text has no room, and never a part of it', async () => {
		await using opened = await openCatalog();
		const code = `${lines(14, 'def helper():')}\n${' '.repeat(2000)}\ndef run(input):\n    return {}\n`;
		const { text, file } = await shown(opened, { code });
		expect(text).not.toContain('helper');
		expect(text).toContain('is in the file tables-sum_by_column-1.md above: read it before you decide');
		expect(file?.name).toBe('tables-sum_by_column-1.md');
		expect(file?.text).toContain(`\`\`\`python\n${code.trimEnd()}\n\`\`\``);
	});

	it('holds every line of any code, in a text of at most 2,500 characters or in a file', {
		timeout: 60_000,
	}, async () => {
		await using opened = await openCatalog();
		const folder = await opened.open('local-a');
		let version = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(fc.string({ maxLength: 400 }), { maxLength: 30 }), async (written) => {
				version += 1;
				await keepForged(folder, { name: `tool_${version}`, code: written.join('\n') });
				const scene = sceneIn(folder);
				const made = await proposeShare({ name: `tool_${version}` }, scene, {
					...opened,
					places,
					records: opened.store.records,
				});
				const { text, file } = await shownProposal(made, opened);
				expect(text.length).toBeLessThanOrEqual(2500);
				expect(file?.text ?? text).toContain(visible(written.join('\n').trimEnd()));
				expect(`${text}${file?.text}`).not.toContain('…');
			}),
			{ numRuns: 20 },
		);
	});

	it('is refused when the version was changed by hand', async () => {
		await using opened = await openCatalog();
		const made = await proposal(opened, {});
		await appendFile(join(toolsPath(opened.home, 'local-a'), tool, '1', 'tool.py'), '#');
		await expect(shownProposal(made, opened)).rejects.toThrow('was changed by hand');
	});

	it('has room for the longest names there are', { timeout: 20_000 }, async () => {
		await using opened = await openCatalog();
		const folder = await opened.open(`local-${'x'.repeat(240)}`);
		const name = 'n'.repeat(48);
		const manifest = { purpose: '`'.repeat(2000), capabilities: ['files' as const, 'subprocess' as const] };
		await keepForged(folder, {
			name,
			code: '`'.repeat(5000),
			lock: lines(100, 'package==').replaceAll(' ', ''),
			manifest,
		});
		const scene = sceneIn(folder, { person: { id: 'x', name: 'N'.repeat(500) } });
		const made = await proposeShare({ name }, scene, { ...opened, places, records: opened.store.records });
		expect((await shownProposal(made, opened)).text.length).toBeLessThanOrEqual(2500);
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

	it('stand in a code block, however many marks they hold', () => {
		const text = '` '.repeat(300_000);
		expect(fenced(text, '')).toBe(`\`\`\`\n${text}\n\`\`\``);
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
