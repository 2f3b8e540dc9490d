import { existsSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { describeGuest } from './describe-guest.ts';
import { handedTool } from './handed-tool.ts';

describeGuest('The names that a tool is given', (place) => {
	const { run, at, put, textOf, clear } = handedTool(place);
	afterEach(clear);

	it('tell the outputs from a folder of that name in the workspace', async () => {
		put('outputs/x', 'out');
		put('workspace/outputs/x', 'work');
		const body = `texts = [open(path).read() for path in input["all"]]
for path in input["all"][:2]: open(path, "a").write("!")
os.makedirs("outputs/new"); open("outputs/new/y", "w").write("y")
return {"texts": texts, "all": input["all"]}`;
		const all = ['/outputs/x', '/workspace/outputs/x', 'outputs/x', '../outputs/x'];
		expect((await run(body, { all })).data).toEqual({
			output: {
				texts: ['out', 'work', 'work', 'out'],
				all: ['/outputs/x', '/workspace/outputs/x', 'outputs/x', '/outputs/x'],
			},
		});
		expect([textOf('outputs/x'), textOf('workspace/outputs/x')]).toEqual(['out!', 'work!']);
		expect(textOf('workspace/outputs/new/y')).toBe('y');
	});

	it('are all looked at, however many texts come before them', async () => {
		put('outputs/x', 'found');
		const rows = Array.from({ length: 6000 }, (_, at) => `row ${at}`);
		const { data } = await run('return {"text": open(input["path"]).read()}', { rows, path: '/outputs/x' });
		expect(data).toEqual({ output: { text: 'found' } });
	});

	it('change no words on their way back that are no paths', async () => {
		put('outputs/x', 'x');
		const words = ['.', 'x', 'outputs/x', 'see outputs/y', '*.csv', 'work'];
		const input = { folder: '/workspace', file: '/outputs/x', pattern: '/workspace/*.csv', words };
		expect((await run('return input', input)).data).toEqual({ output: input });
	});

	it('are those of the session in texts, keys and errors', async () => {
		put('outputs/x', 'x');
		const body = `(path, text), = input["files"].items()
open(path, "a").write(text)
if "fail" in input: raise ValueError("cannot use " + path)
return {"files": {path: open(path).read()}, "said": "saved to " + path}`;
		expect((await run(body, { files: { '/outputs/x': 'y' } })).data).toEqual({
			output: { files: { '/outputs/x': 'xy' }, said: 'saved to /outputs/x' },
		});
		expect((await run(body, { files: { '/outputs/x': 'y' }, fail: 1 })).data).toMatchObject({
			error: { message: 'cannot use /outputs/x' },
		});
	});

	it('are not texts of dots alone, which would name all of the workspace', async () => {
		put('workspace/small.txt', 'kept');
		const body = 'os.remove("small.txt"); return {}';
		await run(body, { decimal: '.', more: ['..', '...'], './': 1 });
		expect(existsSync(at('workspace/small.txt'))).toBe(false);
		put('workspace/small.txt', 'kept');
		expect(await run(body, { decimal: '.', more: ['..', '...'] })).toMatchObject({ isError: false });
		expect(textOf('workspace/small.txt')).toBe('kept');
		await place.guest().bash('mkdir /workspace/many && cd /workspace/many && seq 5001 | xargs touch');
		expect((await run('return {"seen": os.listdir(".")}', { decimal: '.' })).data).toEqual({ output: { seen: [] } });
	});

	it('may be a pattern, which brings the folder that it looks into', async () => {
		const { run: call, put: write } = handedTool(place);
		for (const name of ['a.csv', 'b.csv', 'c.txt']) write(`outputs/in/${name}`, name);
		const body = 'import glob; return {"all": sorted(glob.glob(input["p"]))}';
		expect((await call(body, { p: '/outputs/in/*.csv' })).data).toEqual({
			output: { all: ['/outputs/in/a.csv', '/outputs/in/b.csv'] },
		});
		expect((await call(body, { p: '/outputs/*/c.txt' })).data).toEqual({ output: { all: ['/outputs/in/c.txt'] } });
	});

	it('may be of files that are to be made in a folder that was not brought', async () => {
		put('workspace/many/x', 'x');
		await place.guest().bash('cd /workspace/many && seq 201 | xargs touch');
		await run('open(input["to"], "w").write("new"); return {}', { to: '/workspace/many/new.txt' });
		expect(textOf('workspace/many/new.txt')).toBe('new');
	});

	it('lead through links: what they lead to is changed, and the link is what is removed', async () => {
		put('workspace/data/real.txt', 'a');
		await place.guest().bash('cd /workspace && ln -s data/real.txt link.txt && ln -s data/real.txt gone.txt');
		const body = 'open(input["l"], "a").write("b"); os.remove(input["g"]); return {}';
		expect(await run(body, { l: 'link.txt', g: '/workspace/gone.txt' })).toMatchObject({ isError: false });
		expect((await place.guest().bash('cd /workspace && ls; readlink link.txt')).text).toMatch(
			/stdout:\ndata\nlink\.txt\ndata\/real\.txt$/,
		);
		expect(textOf('workspace/data/real.txt')).toBe('ab');
	});

	it('lead through links to another disk', async () => {
		writeFileSync(place.home().path('inputs/in.txt'), 'given');
		const made =
			'ln -s /inputs/in.txt in; ln -s /small small; echo 1 >/small/x; truncate -s 65M /tmp/large; ln -s /tmp/large large';
		await place.guest().bash(`cd /workspace; ${made}`);
		const body = `seen = [open(input["all"][0]).read(), os.path.getsize(input["all"][2])]
open(input["all"][1], "a").write("2"); open("small/new", "w").write("3")
return {"seen": seen}`;
		const all = ['/workspace/in', '/workspace/small/x', '/workspace/large'];
		expect((await run(body, { all })).data).toEqual({ output: { seen: ['given', 65 * 1024 * 1024] } });
		expect((await place.guest().bash('cat /small/x /small/new; readlink /workspace/large; rm /tmp/large')).text).toBe(
			'Exit code 0\nstdout:\n1\n23/tmp/large',
		);
		expect(existsSync(at('workspace/small/new'))).toBe(false);
	});
});
