import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { watchScriptResult } from '../../../src/sandbox/script-shapes.ts';
import { describeGuest } from './describe-guest.ts';

const none = { kind: 'text', text: '' } as const;

describeGuest('watch_script', ({ home, guest }) => {
	async function put(files: Readonly<Record<string, string>>) {
		for (const [name, text] of Object.entries(files)) {
			await guest().call('write_file', { path: `/workspace/${name}`, content: text });
		}
	}

	async function watch(path: string, ...runs: { args?: string[]; stdin?: object; folder?: string }[]) {
		const all = runs.map((run) => ({ args: [], stdin: none, folder: '/workspace', ...run }));
		const { data, text } = await guest().call('watch_script', { path, runs: all });
		const parsed = watchScriptResult.safeParse(data).data;
		if (!parsed) throw new Error(text);
		return parsed;
	}

	async function watchOne(path: string, run: Parameters<typeof watch>[1] = {}) {
		const watched = await watch(path, run);
		return 'runs' in watched ? watched.runs[0] : watched;
	}

	it('tells what a script reads, writes and prints, by the names that files have in the session', async () => {
		writeFileSync(home().path('inputs', 'in.csv'), 'n\n1\n2\n');
		const code = [
			'import csv, sys',
			'rows = list(csv.DictReader(open("/inputs/in.csv")))',
			'with open("/outputs/out.txt", "w") as out: out.write(str(len(rows)))',
			'print(sys.argv[1:], open("sub/a.txt").read(), "in /outputs/out.txt")',
		].join('\n');
		await put({ 'one.py': code, 'sub/a.txt': 'hey' });
		expect(await watchOne('/workspace/one.py', { args: ['x', '--top=2'] })).toEqual({
			code: 0,
			stdin: { size: 0, text: '' },
			printed: { text: "['x', '--top=2'] hey in /outputs/out.txt\n", cut: false },
			reads: { '/inputs/in.csv': { size: 6, text: 'n\n1\n2\n' }, '/workspace/sub/a.txt': { size: 3, text: 'hey' } },
			writes: { '/outputs/out.txt': { size: 1, text: '2' } },
			seen: [],
		});
	});

	it('changes nothing of the session', async () => {
		await put({
			'keep.txt': 'as it was',
			'rude.py': 'import os\nopen("keep.txt", "w").write("x")\nos.remove("/workspace/rude.py")\n',
		});
		await watch('/workspace/rude.py', {});
		const { text } = await guest().bash('cat /workspace/keep.txt; ls /workspace/rude.py /outputs');
		expect(text).toContain('as it was/workspace/rude.py');
		expect(text).not.toContain('out.txt');
	});

	it('gives standard input as a text and as a file, at whatever level it is read', async () => {
		await put({
			'in.py': 'import os, sys\nprint(sys.stdin.readline(), sys.stdin.read())\n',
			'raw.py': 'import os\nprint(os.read(0, 9))\n',
			'a.txt': 'a\nb\n',
		});
		expect(await watchOne('/workspace/in.py', { stdin: { kind: 'file', path: 'a.txt' } })).toMatchObject({
			printed: { text: 'a\n b\n\n' },
			stdin: { text: 'a\nb\n' },
		});
		expect(await watchOne('/workspace/raw.py', { stdin: { kind: 'text', text: 'ü' } })).toMatchObject({
			printed: { text: "b'\\xc3\\xbc'\n" },
		});
	});

	it.each([
		['exit.py', 'import sys; print("no"); sys.exit("why")', { code: 1 }],
		['raise.py', 'raise KeyError("k")', { error: { type: 'KeyError' } }],
		['syntax.py', 'def (', { error: { type: 'SyntaxError' } }],
		['gone.py', 'open("/inputs/none.csv")', { error: { type: 'FileNotFoundError' } }],
		['leave.py', 'import os; os._exit(0)', { ended: 'failed' }],
		[
			'net.py',
			'import socket\ntry: socket.create_connection(("127.0.0.1", 9), 1)\nexcept OSError: pass',
			{ seen: ['network'] },
		],
		['child.py', 'import subprocess; subprocess.run(["true"])', { seen: ['children'] }],
		['main.py', 'if __name__ == "__main__": print("main")', { printed: { text: 'main\n' } }],
	])('tells how %s ends', async (name, code, end) => {
		await put({ [name]: code });
		expect(await watchOne(`/workspace/${name}`)).toMatchObject(end);
	});

	it.each([
		['/workspace/../inputs/in.csv', 'is not below /workspace'],
		['/workspace/none.py', 'ENOENT'],
		['/workspace/link.py', 'is not below /workspace'],
		['/workspace/large.py', 'and may have 65536'],
		['/workspace/odd.py', 'is not text in UTF-8'],
	])('does not read %s', async (path, problem) => {
		mkdirSync(home().path('inputs'), { recursive: true });
		writeFileSync(home().path('inputs', 'in.csv'), 'n\n');
		await guest().bash(
			'cd /workspace; ln -sf /etc/passwd link.py; head -c 70000 /dev/zero > large.py; printf "\\377" > odd.py',
		);
		expect(await watch(path, {})).toMatchObject({ problem: expect.stringContaining(problem) });
	});

	it('runs several, each from the same start', async () => {
		await put({ 'count.py': 'import os\nopen("n.txt", "a").write("x")\nprint(os.path.getsize("n.txt"))\n' });
		const watched = await watch('/workspace/count.py', {}, {});
		expect('runs' in watched && watched.runs.map((run) => 'printed' in run && run.printed.text)).toEqual([
			'1\n',
			'1\n',
		]);
	});
});
