import { expect, it } from 'vitest';
import { tryToolResult } from '../../../../src/sandbox/built-ins.ts';
import { describeGuest } from '../describe-guest.ts';

describeGuest('What a draft has written', ({ guest }) => {
	const endOf = async (lines: string, run: object) => {
		const code = `import os, time, sys\ndef run(input):\n${lines.replaceAll(/^/gm, '    ')}\n    return {}\n`;
		const runs = [{ input: {}, files: {}, times: 1, ...run }];
		const { data } = await guest().call('try_tool', { code, runs, timeout: 30 });
		return tryToolResult.parse(data).runs[0]?.[0];
	};
	const looksOf = async (lines: string, ...names: readonly string[]) => {
		const end = await endOf(lines, { look: names.map((name) => ({ name })) });
		return end?.ended === 'output' ? end.looks : end;
	};

	it('is told by what it holds', async () => {
		const lines = `open("a.csv", "w").write('x,"y z"\\r\\n1,\\r\\n\\r\\n')
open("b.json", "w").write('{"ü": [1.5, null]}')
open("c.tsv", "wb").write(b"\\xe4\\tb\\n")
open("d.bin", "wb").write(bytes(range(256)))
open("e.txt", "w").write("\\ufeffhello")`;
		expect(await looksOf(lines, 'a.csv', 'b.json', 'c.tsv', 'd.bin', 'e.txt', 'none.csv')).toEqual({
			'a.csv': { kind: 'table', encoding: 'ascii', sheets: [{ name: '', rows: [['x', 'y z'], ['1']], total: 2 }] },
			'b.json': { kind: 'json', encoding: 'utf-8', value: { ü: [1.5, null] } },
			'c.tsv': { kind: 'table', encoding: 'not utf-8', sheets: [{ name: '', rows: [['ä', 'b']], total: 1 }] },
			'd.bin': { kind: 'other' },
			'e.txt': { kind: 'text', encoding: 'utf-8-sig', text: 'hello' },
		});
	});

	it('is told anew in each run, where it is the same as before and where it is not', async () => {
		const code = `import os\ndef run(input):\n    open("a.csv", "w").write("n\\n" + input["n"])\n    open("b.csv", "w").write("n\\n1")\n    return {}\n`;
		const look = [{ name: 'a.csv' }, { name: 'b.csv' }];
		const runs = ['1', '2', '1'].map((n) => ({ input: { n }, files: {}, times: 2, look }));
		const { data } = await guest().call('try_tool', { code, runs, timeout: 30 });
		const ends = tryToolResult.parse(data).runs.flat();
		const table = (cell: string) => ({ kind: 'table', sheets: [{ rows: [['n'], [cell]] }] });
		const told = ['1', '1', '2', '2', '1', '1'].map((n) => ({ looks: { 'a.csv': table(n), 'b.csv': table('1') } }));
		expect(ends).toMatchObject(told);
	});

	it('is told of a large table by its first rows and their number', async () => {
		const looks = await looksOf('open("a.csv", "w").write("some,words\\n" * 200000)', 'a.csv');
		expect(looks).toMatchObject({ 'a.csv': { sheets: [{ total: 200_000 }] } });
		expect(JSON.stringify(looks).length).toBeLessThan(60_000);
	});

	it('is told of no more files than one answer has room for', async () => {
		const names = Array.from({ length: 8 }, (_, at) => ({ name: `${at}.json` }));
		const code = `def run(input):\n    for i in range(8): open(f"{i}.json", "w").write('["' + "\\u4e16" * 6900 + '"]')\n    return {}\n`;
		const runs = Array.from({ length: 12 }, () => ({ input: {}, files: {}, times: 1, look: names }));
		const { data } = await guest().call('try_tool', { code, runs });
		const ends = tryToolResult.parse(data).runs.flat();
		const looks = ends.flatMap((end) => (end.ended === 'output' ? Object.values(end.looks ?? {}) : []));
		expect([looks.length, looks[0]?.kind, looks.at(-1)?.kind]).toEqual([96, 'json', 'large']);
		expect(JSON.stringify(data).length).toBeLessThan(2_000_000);
	});

	it.each([
		['a link', 'os.symlink("/etc/passwd", "x.csv")'],
		['a link through a folder', 'os.symlink("/etc", "d"); os.symlink("d/passwd", "x.csv")'],
		['a pipe', 'os.mkfifo("x.csv")'],
		['a folder', 'os.mkdir("x.csv")'],
	])('is not looked at where it is %s', async (_what, lines) => {
		expect(await endOf(lines, { look: [{ name: 'x.csv' }] })).toMatchObject({ ended: 'output', files: [] });
		expect((await looksOf(lines, 'x.csv')) ?? {}).toEqual({});
	});

	it.each([
		['JSON without end', 'open("x.json", "w").write("[" * 5000000)', 'x.json', 'broken'],
		['a gap of 100 MB', 'open("x.json", "w").truncate(10**8)', 'x.json', 'large'],
		['a ZIP that says nothing true', 'open("x.xlsx", "wb").write(b"PK\\5\\6" + b"\\xff" * 18)', 'x.xlsx', 'broken'],
		['a row of a million cells', 'open("x.csv", "w").write("," * 10**6 + "x")', 'x.csv', 'table'],
	])('costs no more than a look may where it is %s', async (_what, lines, name, kind) => {
		expect(await looksOf(lines, name)).toMatchObject({ [name]: { kind } });
	});

	it('spoils nothing that is told of another file', async () => {
		const lines = `open("a.json", "w").write("[1e999]")
open("b.json", "w").write("[" * 60 + "]" * 60)
open("c.json", "w").write("[1]")`;
		expect(await looksOf(lines, 'a.json', 'b.json', 'c.json')).toMatchObject({
			'a.json': { kind: 'broken' },
			'b.json': { kind: 'json', cut: true },
			'c.json': { kind: 'json', value: [1] },
		});
	});

	it('is looked at once nothing of the draft runs, so that nobody changes it meanwhile', async () => {
		const lines = `open("x.csv", "w").write("a\\n1\\n")
if os.fork() == 0:
    os.setsid()
    while True: open("x.csv", "a").write("more\\n"); time.sleep(0.001)`;
		const end = await endOf(lines, { look: [{ name: 'x.csv' }] });
		if (end?.ended !== 'output') throw new Error(JSON.stringify(end));
		const [file] = end.files;
		const look = end.looks?.['x.csv'];
		const told = look?.kind === 'table' ? look.sheets[0]?.total : undefined;
		expect(file?.size).toBe(4 + 5 * ((told ?? 0) - 2));
	});

	it('cannot be 10,000 files, nor grow beyond what is looked at', async () => {
		const many = await endOf('for i in range(10000): open(f"{i}.csv", "w").close()', { look: [{ name: '1.csv' }] });
		expect(many).toMatchObject({ ended: 'crashed', how: expect.stringMatching(/More than 1000 files/) });
		const large = await endOf('open("x.csv", "w").truncate(2 * 10**8)', { look: [{ name: 'x.csv' }] });
		expect(large).toMatchObject({ ended: 'crashed', how: expect.stringMatching(/128 MiB/) });
	});
});
