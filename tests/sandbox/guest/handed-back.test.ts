import { statSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { describeGuest } from './describe-guest.ts';
import { handedTool } from './handed-tool.ts';

describeGuest('What a tool leaves', (place) => {
	const { run, at, put, textOf, clear } = handedTool(place);
	afterEach(clear);

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

	it('shares no file under two names', async () => {
		put('workspace/a', 'a');
		await run('os.link("a", "b"); os.link("a", input["c"]); return {}', { a: 'a', c: '/outputs/c' });
		for (const name of ['workspace/a', 'workspace/b', 'outputs/c'])
			expect([textOf(name), statSync(at(name)).nlink]).toEqual(['a', 1]);
	});
});
