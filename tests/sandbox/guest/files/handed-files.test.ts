import { randomUUID } from 'node:crypto';
import { existsSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { waitFor } from '../../../support/wait-for.ts';
import { describeGuest } from '../describe-guest.ts';
import { handedTool } from '../handed-tool.ts';
import { alive } from '../start-guest.ts';

describeGuest('A tool in use', (place) => {
	const { guest, home } = place;
	const { run, at, put, textOf, clear } = handedTool(place);
	afterEach(clear);

	const copy =
		'text = open(input["from"]).read()\nopen(input["to"], "w").write(text.upper())\nreturn {"to": input["to"]}';

	it.each([
		['absolute', '/workspace/sub/a.txt', '/outputs/b.txt', 'outputs/b.txt'],
		['relative', 'sub/a.txt', 'b.txt', 'workspace/b.txt'],
		['roundabout', '/workspace/../workspace/sub/./a.txt', '/workspace/sub/new.txt', 'workspace/sub/new.txt'],
	])('reads and writes what its input names by %s paths, and returns those', async (_, from, to, file) => {
		put('workspace/sub/a.txt', 'abc');
		expect(await run(copy, { from, to })).toMatchObject({ isError: false, data: { output: { to } } });
		expect(textOf(file)).toBe('ABC');
		expect(statSync(at(file))).toMatchObject({ uid: 1000, gid: 1000 });
		expect(textOf('workspace/sub/a.txt')).toBe('abc');
	});

	it('reads what a person handed in where it lies', async () => {
		writeFileSync(home().path('inputs/in.txt'), 'given');
		await run(copy, { from: '/inputs/in.txt', to: '/outputs/out.txt' });
		expect(textOf('outputs/out.txt')).toBe('GIVEN');
	});

	it('changes, replaces and removes what it is given by name, private files too', async () => {
		put('workspace/changed.txt', 'a', 0o600);
		put('workspace/replaced.txt', 'a');
		put('workspace/removed.txt', 'a');
		const body = `open(input["all"][0], "a").write("b")
open("new", "w").write("c"); os.replace("new", input["all"][1])
os.remove(input["all"][2])
return {}`;
		await run(body, { all: ['/workspace/changed.txt', 'replaced.txt', '/workspace/removed.txt'] });
		expect(textOf('workspace/changed.txt')).toBe('ab');
		expect(textOf('workspace/replaced.txt')).toBe('c');
		expect(existsSync(at('workspace/removed.txt'))).toBe(false);
	});

	it('finds the folders that its input names, and the rest of a small workspace, which it can change', async () => {
		put('workspace/data/x.csv', '1');
		put('workspace/data/y.csv', '2');
		put('workspace/beside.txt', 'whole');
		const body = `seen = sorted(os.listdir(input["folder"]))
open("beside.txt", "a").write("!"); os.chmod("beside.txt", 0o750)
os.makedirs(input["into"] + "deep"); open(input["into"] + "deep/z", "w").write("z")
return {"seen": seen, "beside": open("beside.txt").read(), "into": input["into"] + "deep/z"}`;
		expect((await run(body, { folder: '/workspace/data', into: '/outputs/' })).data).toEqual({
			output: { seen: ['x.csv', 'y.csv'], beside: 'whole!', into: '/outputs/deep/z' },
		});
		expect(textOf('workspace/beside.txt')).toBe('whole!');
		expect(statSync(at('workspace/beside.txt'))).toMatchObject({ uid: 1000, gid: 1000, nlink: 1, mode: 0o100750 });
		expect(textOf('outputs/deep/z')).toBe('z');
	});

	it('keeps a file of its own from run to run', async () => {
		const body = `with open("counts.txt", "a") as file: file.write("x")
return {"runs": len(open("counts.txt").read())}`;
		expect((await run(body)).data).toEqual({ output: { runs: 1 } });
		expect((await run(body)).data).toEqual({ output: { runs: 2 } });
		expect(textOf('workspace/counts.txt')).toBe('xx');
	});

	it('removes nothing that it was not given by name', async () => {
		put('workspace/beside.txt', 'kept');
		put('workspace/named.txt', 'gone');
		await run('os.remove("beside.txt"); os.remove(input["f"]); return {}', { f: 'named.txt' });
		expect(existsSync(at('workspace/named.txt'))).toBe(false);
		expect(textOf('workspace/beside.txt')).toBe('kept');
	});

	it('can read and replace, and not change, what is too large to be copied', async () => {
		put('workspace/large.bin', 'large');
		truncateSync(at('workspace/large.bin'), 65 * 1024 * 1024);
		const body = `try: open(input["f"], "a"); return {"changed": True}
except PermissionError: pass
os.rename(input["f"], "other.bin"); open(input["f"], "w").write("small")
return {"size": os.path.getsize("other.bin")}`;
		expect((await run(body, { f: '/workspace/large.bin' })).data).toEqual({ output: { size: 65 * 1024 * 1024 } });
		expect(textOf('workspace/large.bin')).toBe('small');
		expect(statSync(at('workspace/other.bin'))).toMatchObject({ uid: 1000, nlink: 1, size: 65 * 1024 * 1024 });
	});

	it('sees when its files were changed', async () => {
		put('workspace/old.txt', 'old');
		utimesSync(at('workspace/old.txt'), 1_000_000, 1_000_000);
		expect((await run('return {"at": os.path.getmtime("old.txt")}')).data).toEqual({ output: { at: 1_000_000 } });
	});

	it('has its own paths told as those of the session', async () => {
		const { text } = await run('open("x", "w"); return {"at": os.path.abspath("x")}');
		expect(text).toBe('{"at":"/workspace/x"}');
		const failed = await run('open("/workspace/y", "w")');
		expect(failed.text).toContain('File "tool.py", line 3, in run');
		expect(failed.data).toMatchObject({ error: { type: 'PermissionError' } });
	});

	it('follows no link that leads out, and leaves none', async () => {
		put('workspace/own.txt', 'own');
		const body = `os.symlink("/etc/passwd", "link"); os.mkfifo("pipe"); os.symlink("/outputs", "folder")
os.symlink("/workspace/own.txt", input["to"])
return {}`;
		expect(await run(body, { to: '/outputs/x' })).toMatchObject({ isError: false });
		expect((await guest().bash('find /workspace/. /outputs/. ! -path "*/.threadsmith*" -type l -o -type p')).text).toBe(
			'Exit code 0',
		);
		expect(textOf('workspace/own.txt')).toBe('own');
	});

	it('is told of what could not be kept', async () => {
		put('workspace/folder/x', 'x');
		const { isError, text } = await run('import shutil\nshutil.rmtree("folder"); open("folder", "w")\nreturn {}', {});
		expect(isError).toBe(true);
		expect(text).toMatch(/"\/workspace\/folder" could not be written/);
	});

	it('is brought no links that lead in circles, and what links of a named folder lead to', async () => {
		put('workspace/folder/x', 'x');
		await guest().bash(
			'cd /workspace/folder && ln -s . loop && ln -s x link && ln -s /nowhere nowhere && ln -s /workspace ../whole',
		);
		const seen = await run('return {"here": sorted(os.listdir(".")), "below": sorted(os.listdir("folder"))}');
		expect(seen.data).toEqual({ output: { here: ['folder'], below: ['x'] } });
		const named = await run('return {"below": sorted(os.listdir(input["f"])), "text": open("folder/link").read()}', {
			f: 'folder',
		});
		expect(named.data).toEqual({ output: { below: ['link', 'x'], text: 'x' } });
	});

	it('is not run with a part of a folder', async () => {
		await guest().bash('mkdir /workspace/many && cd /workspace/many && seq 5001 | xargs touch');
		const { isError, text } = await run('return {"n": len(os.listdir(input["folder"]))}', { folder: 'many' });
		expect({ isError, text }).toEqual({
			isError: true,
			text: 'The tool was not run: more than 5000 files are in what its input names',
		});
		await guest().bash('cd /workspace/many && seq 2000 5001 | xargs rm');
		expect((await run('return {"n": len(os.listdir(input["folder"]))}', { folder: 'many' })).data).toEqual({
			output: { n: 1999 },
		});
	});

	it('leaves nothing behind: no process, no file, no memory', async () => {
		const mark = `mark${randomUUID().slice(0, 8)}`;
		const body = `import subprocess, time
started = os.environ["TMPDIR"] + "/started"
open(os.environ["TMPDIR"] + "/left", "w")
subprocess.Popen(["setsid", "bash", "-c", "trap '' TERM HUP; touch $0; sleep 600; : ${mark}", started], env={})
while not os.path.exists(started): time.sleep(0.01)
return {}`;
		expect(await run(body)).toMatchObject({ isError: false, text: '{}' });
		expect(alive(mark)).toEqual([]);
		const seen = 'find /tmp /var/tmp /dev/shm /session/disk -group 1003 ! -user 0; ls -A /envs; ls -A /workspace';
		expect((await guest().bash(seen)).text).not.toMatch(/left|started|run-|tmp/);
	});

	it("finds no mark of the session in the folders that are everybody's, even under names that it knows", async () => {
		await guest().bash('for place in /tmp /var/tmp /dev/shm; do echo x > $place/known; done');
		const body = `def tried(act):
    try: return act()
    except OSError as error: return type(error).__name__
places = ("/tmp", "/var/tmp", "/dev/shm")
return {place: [os.path.exists(place + "/known"), tried(lambda: os.listdir(place)), tried(lambda: open(place + "/mine", "w"))] for place in places}`;
		const closed = [false, 'PermissionError', 'PermissionError'];
		expect((await run(body)).data).toEqual({
			output: { '/tmp': closed, '/var/tmp': closed, '/dev/shm': closed },
		});
		const { text } = await guest().bash(
			'ls /tmp /var/tmp /dev/shm | grep -c known; echo y > /tmp/known && cat /tmp/known',
		);
		expect(text).toContain('3\ny');
	});

	it('that looks around sees all of a small folder, and another what its input names', async () => {
		await guest().bash('cd /workspace && mkdir around && touch around.txt notes.txt');
		const names = (looksAround: boolean, file: string) =>
			run('return {"names": sorted(os.listdir("."))}', { file }, { looksAround });
		expect((await names(false, 'around.txt')).data).toEqual({ output: { names: ['around.txt'] } });
		expect((await names(true, 'around.txt')).data).toEqual({
			output: { names: ['around', 'around.txt', 'notes.txt'] },
		});
		await guest().bash('cd /workspace && rm -r around around.txt notes.txt');
	});

	it('runs beside a draft that is tried, and neither finds the other', async () => {
		const mark = `mark${randomUUID().slice(0, 8)}`;
		const waits = `subprocess.run(["python3", "-c", "import time; time.sleep(600)", "${mark}"])`;
		const trying = guest().call('try_tool', {
			code: `import os, subprocess\ndef run(input):\n    ${waits}\n    try: return {"others": os.listdir("/envs")}\n    except PermissionError: return {"others": None}`,
			runs: [{ input: {}, files: {}, times: 1 }],
		});
		await waitFor(() => alive(mark).length === 1, 'the draft runs');
		const using = await run(
			'try: return {"others": os.listdir("/envs")}\nexcept PermissionError: return {"others": None}',
		);
		expect(using.data).toEqual({ output: { others: null } });
		const [lives] = alive(mark);
		expect(lives).toBeDefined();
		process.kill(Number(lives));
		expect((await trying).data).toMatchObject({ runs: [[{ output: { others: null } }]] });
	});
});
