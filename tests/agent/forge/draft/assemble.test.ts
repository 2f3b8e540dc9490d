import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { assembleTool, describeOf, inBodyLines } from '../../../../src/agent/forge/draft/assemble.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { specWith } from '../specs.ts';

const header = '# /// script\n# requires-python = ">=3.11"\n# dependencies = []\n# ///\n';
const body = `from __future__ import annotations


def run(input: dict) -> dict:
    print("on its way")
    if not input["numbers"]:
        raise ValueError("The list is empty")
    return {"sum": sum(input["numbers"])}
`;
const odd = 'Add up "numbers"\\ — \u2028 ümlaut 😀\n# ///\n"""';
const spec = specWith({ purpose: odd });

/** Runs the file as somebody would who has taken it away. */
async function python(code: string, args: readonly string[], input = '') {
	await using dir = await tempDir();
	const file = join(dir.path, 'tool.py');
	await writeFile(file, code);
	const child = spawn('python3', [file, ...args]);
	const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
	child.stdin.end(input);
	const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
	return { code: await exited, out, problems };
}

describe('assembleTool', () => {
	const code = assembleTool({ spec, body, header });

	it('begins with the header, holds the body as it is, and ends with what is ours', () => {
		expect(code.startsWith(`${header}\n# numbers/sum_numbers: Add up`)).toBe(true);
		expect(code).toContain(body.trim());
		expect(code.indexOf('META = {')).toBeGreaterThan(code.indexOf('def run('));
	});

	it('describes itself as it was ordered, whatever the words are', async () => {
		const { code: exit, out } = await python(code, ['--describe']);
		expect(JSON.parse(out)).toEqual(describeOf(spec));
		expect(exit).toBe(0);
	});

	it('takes JSON on standard input and gives nothing but JSON on standard output', async () => {
		const { code: exit, out, problems } = await python(code, [], '{"numbers": [1, 2.5]}');
		expect({ exit, out: JSON.parse(out), problems }).toEqual({ exit: 0, out: { sum: 3.5 }, problems: 'on its way\n' });
	});

	it.each([
		['{"numbers": []}', { type: 'ValueError', message: 'The list is empty' }],
		['{}', { type: 'KeyError', message: "'numbers'" }],
		['[1]', { type: 'ValueError', message: 'The input must be one JSON object' }],
	])('answers %s with an error as an object, and exit code 1', async (input, error) => {
		const { code: exit, out } = await python(code, [], input);
		expect({ exit, out: JSON.parse(out) }).toEqual({ exit: 1, out: { error } });
	});

	it('says of input that is not JSON that it is not', async () => {
		const { code: exit, out } = await python(code, [], '');
		expect(JSON.parse(out)).toMatchObject({ error: { type: 'JSONDecodeError' } });
		expect(exit).toBe(1);
	});
});

describe('a traceback', () => {
	it.each([
		['as it was assembled', body],
		['with blank lines before it', `\n\n${body}`],
	])('names the lines of the body %s', (_, written) => {
		const code = assembleTool({ spec, body: written, header });
		const lineIn = (text: string) => text.split('\n').findIndex((line) => line.includes('raise ValueError')) + 1;
		const text = `File "/tmp/x/tool.py", line ${lineIn(code)}, in run\nFile "/usr/lib/x.py", line 3, in y`;
		expect(inBodyLines(text, { code, body: written })).toBe(
			`File "/tmp/x/tool.py", line ${lineIn(written)}, in run\nFile "/usr/lib/x.py", line 3, in y`,
		);
	});
});
