import { existsSync, lstatSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { describeGuest } from './describe-guest.ts';
import { handedTool } from './handed-tool.ts';

describeGuest('What a tool leaves', (place) => {
	const { run, at, put, textOf, clear } = handedTool(place);
	afterEach(clear);
	/** Too large to be copied, and on another disk than the folder of a run. */
	const putLarge = () => {
		const path = place.home().path('inputs/large');
		writeFileSync(path, '');
		truncateSync(path, 65 * 2 ** 20);
	};

	it.each([
		['a name that is not UTF-8', 'open(b"odd\\xff", "w")', /"odd.*" could not be kept: its name is not UTF-8/],
		[
			'folders in one another',
			'os.makedirs("/".join(["d"] * 120))',
			/"d" could not be kept: more than 100 folders are in one another/,
		],
		[
			'a path that is too long',
			'd = "d" * 250\nfor i in range(20): os.mkdir(d); os.chdir(d)',
			/could not be kept: ENAMETOOLONG/,
		],
		[
			'more files than are looked at',
			'os.mkdir("many")\nfor i in range(10_001): open(f"many/{i}", "w").close()',
			/What is more than 10000 files and folders was not kept/,
		],
	])('is kept but for %s', async (_what, lines, says) => {
		put('workspace/given.txt', 'a');
		const body = `open("new.txt", "w").write("new"); open(input["out"], "w").write("out"); open(input["f"], "a").write("b")\n${lines}\nreturn {}`;
		const { isError, text } = await run(body, { f: 'given.txt', out: '/outputs/x' });
		expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(says) });
		expect([textOf('outputs/x'), textOf('workspace/given.txt')]).toEqual(['out', 'ab']);
	});

	it('is no reason to remove what could not be looked at, or what was replaced by what cannot be kept', async () => {
		put('workspace/deep/x', 'x');
		put('workspace/link', 'link');
		const body = `os.rename("deep", "aside"); os.makedirs("/".join(["deep"] * 3)); os.remove("link"); os.symlink("/etc/passwd", "link")
os.rename("aside/x", "deep/x"); return {}`;
		await run(body, { all: ['deep/x', 'link'] });
		expect([textOf('workspace/deep/x'), textOf('workspace/link')]).toEqual(['x', 'link']);
	});

	it.each([
		['a name that is not UTF-8', 'os.rename("given.txt", b"odd\\xff")'],
		['folders in one another', 'd = "/".join(["d"] * 120); os.makedirs(d); os.rename("given.txt", d + "/given.txt")'],
		[
			'a path that is too long',
			'os.rename("given.txt", "x")\nfor i in range(20): d = "d" * 250; os.mkdir(d); os.rename("x", d + "/x"); os.chdir(d)',
		],
		[
			'more files than are looked at',
			'os.mkdir("many")\nfor i in range(10_001): open(f"many/{i}", "w").close()\nos.rename("given.txt", "many/given.txt")',
		],
		['a folder that is a file', 'os.remove("folder/x"); os.rmdir("folder"); os.rename("given.txt", "folder")'],
	])('is no reason to remove what was renamed into %s', async (_what, lines) => {
		put('workspace/given.txt', 'a');
		put('workspace/folder/x', 'x');
		const { isError, text } = await run(`${lines}\nreturn {}`, { f: 'given.txt' });
		expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(/renamed was left where it is/) });
		expect(textOf('workspace/given.txt')).toBe('a');
	});

	it('is no reason to remove a link that was renamed, for no link is kept', async () => {
		putLarge();
		await place.guest().bash('ln -s /inputs/large /workspace/large');
		const renamed = await run('os.rename("large", "other"); return {}', { f: 'large' });
		expect(renamed).toMatchObject({ isError: true });
		expect(lstatSync(at('workspace/large')).isSymbolicLink()).toBe(true);
		const removed = await run('os.remove("large"); return {}', { f: 'large' });
		expect(removed).toMatchObject({ isError: false });
		expect((await place.guest().bash('ls /workspace')).text).toBe('Exit code 0');
	});

	it('is removed beside a link that it has left alone', async () => {
		put('workspace/given.txt', 'a');
		putLarge();
		await place.guest().bash('ln -s /inputs/large /workspace/large');
		const all = ['given.txt', 'large'];
		expect(await run('os.remove("given.txt"); return {}', { all })).toMatchObject({ isError: false });
		expect(existsSync(at('workspace/given.txt'))).toBe(false);
		expect((await place.guest().bash('readlink /workspace/large')).text).toContain('/inputs/large');
	});

	it('is not removed where it was kept under another name', async () => {
		put('workspace/real/x', 'x');
		await place.guest().bash('ln -s /workspace/real/x /workspace/link');
		const body = 'os.rename("real/x", "new"); os.replace("new", "link"); open("link", "a").write("y"); return {}';
		expect(await run(body, { all: ['link', 'real/x'] })).toMatchObject({ isError: false });
		expect(textOf('workspace/real/x')).toBe('xy');
	});

	it('shares no file under two names', async () => {
		put('workspace/a', 'a');
		await run('os.link("a", "b"); os.link("a", input["c"]); return {}', { a: 'a', c: '/outputs/c' });
		for (const name of ['workspace/a', 'workspace/b', 'outputs/c'])
			expect([textOf(name), statSync(at(name)).nlink]).toEqual(['a', 1]);
	});
});
