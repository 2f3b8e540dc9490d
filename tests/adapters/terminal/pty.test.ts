import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createScreenModel } from './screen-model.ts';

const program = join(import.meta.dirname, 'pty-program.ts');

/** The program on a real pseudo-terminal, which util-linux's `script` makes. Disposing kills it. */
function startOnTerminal(folder: string) {
	const command = `stty cols 80 rows 24; exec '${process.execPath}' '${program}' '${folder}'`;
	const child = spawn('script', ['-qfec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
	let written = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		written += text;
	});
	const ended = once(child, 'exit');
	/** After all that it has written: what is still in the pipe comes after its exit. */
	const closed = once(child, 'close');
	function screen(): readonly string[] {
		const model = createScreenModel(80);
		model.write(written);
		return model.rows();
	}
	return {
		type: (keys: string) => child.stdin.write(keys),
		shows: (row: string) => waitFor(() => screen().includes(row), `the row "${row}"`, 30_000),
		screen,
		written: () => written,
		exitCode: async () => (await closed)[0],
		async [Symbol.asyncDispose]() {
			child.kill('SIGKILL');
			await ended;
		},
	};
}

describe('the terminal on a real pseudo-terminal', () => {
	it('takes keys: Tab, a paste, Ctrl-C, and Ctrl-D to leave', async () => {
		await using dir = await tempDir();
		await writeFile(join(dir.path, 'sales.csv'), 'a\n');
		await using at = startOnTerminal(dir.path);
		await at.shows('›');

		at.type('total of @sa\t');
		await at.shows('› total of @sales.csv');
		at.type('\r');
		await at.shows('answered "total of @sales.csv"');

		at.type('\u001b[200~one\rtwo\u001b[201~');
		await at.shows('› [2 lines: one]');
		at.type('\r');
		await at.shows('answered "one\\ntwo"');

		at.type('long work\r');
		await waitFor(() => at.screen().some((row) => /^ {2}\S bash {2}sleep 100/.test(row)), 'the running call', 30_000);
		at.type('\u0003');
		await at.shows('answered "long work"');
		// Whoever leaves before the turn has ended stops it once more.
		await waitFor(() => at.screen().some((row) => row.includes('7 tokens in, 1 out')), 'the end of the turn', 30_000);

		at.type('\u0004');
		expect(await at.exitCode()).toBe(0);
		expect(at.written()).toContain('\u001b[?2004l');
		const inbounds = JSON.parse(await readFile(join(dir.path, 'inbounds.json'), 'utf8'));
		expect(inbounds).toMatchObject([
			{ type: 'message', files: [{ name: 'sales.csv', size: 2 }] },
			{ type: 'message', text: 'one\ntwo' },
			{ type: 'message', text: 'long work' },
			{ type: 'stop' },
		]);
		expect(at.screen().filter((row) => row.includes('sleep 100'))).toEqual(['  ✗ bash  sleep 100  0.0 s  stopped']);
	});
});
