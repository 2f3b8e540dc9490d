import { afterEach, expect, it } from 'vitest';
import { namedIn } from '../../../../src/sandbox/guest/look/named-files.ts';
import { describeGuest } from '../describe-guest.ts';
import { handedTool } from '../handed-tool.ts';

describeGuest('The files that a result names', (place) => {
	const { run, put, clear } = handedTool(place);
	afterEach(clear);

	it('are not spoken of where they are there and open', async () => {
		put('workspace/old.csv', 'a,b\n1,2\n');
		const body = `open(input["to"], "w").write("[1]")
open("note.txt", "w").write("ü")
return {"file": input["to"], "source": "old.csv", "files": ["note.txt"]}`;
		const answer = await run(body, { to: '/outputs/x.json', from: '/workspace/old.csv' });
		expect(answer).toEqual({
			text: '{"file":"/outputs/x.json","source":"old.csv","files":["note.txt"]}',
			isError: false,
			data: { output: { file: '/outputs/x.json', source: 'old.csv', files: ['note.txt'] } },
		});
	});

	it('are not spoken of where they are members of an archive', async () => {
		const answer = await run('return {"files": ["inner/a.csv", "b.txt"], "path": "c.json"}');
		expect(answer.text).toBe('{"files":["inner/a.csv","b.txt"],"path":"c.json"}');
	});

	it.each([
		['is not there', 'pass', 'x.json', /"x\.json", which the result names, is not there$/],
		['is empty', 'open("x.json", "w").close()', 'x.json', /"x\.json", which the result names, is empty$/],
		['is no JSON', 'open("x.json", "w").write("{")', 'x.json', /"x\.json".*cannot be used: it is no JSON/],
		['is no ZIP', 'open("x.zip", "w").write("PK")', 'x.zip', /"x\.zip".*cannot be used: it is no ZIP/],
		['was removed', 'os.remove("x.json")', 'x.json', /is not there/],
	])('are spoken of in the answer where one %s', async (_what, lines, file, says) => {
		if (lines.includes('remove')) put('workspace/x.json', '1');
		const answer = await run(`${lines}\nreturn {"file": "${file}"}`, { given: 'x.json' }, { written: ['file'] });
		expect(answer.text).toMatch(says);
		expect(answer).toMatchObject({ isError: false, data: { output: { file } } });
	});

	it('lead nobody to what a link leads to, or to a pipe that waits', async () => {
		const body = `os.symlink("/etc/passwd", "link.json"); os.mkfifo("pipe.json")
return {"files": ["link.json", "pipe.json"]}`;
		const answer = await run(body, {}, { written: ['files'] });
		expect(answer.text).toMatch(/is not there/);
		expect(answer.text).not.toContain('root:');
	});
});

it('a result names files by whole paths, by names that were given, and where its examples say so', () => {
	const named = {
		chart_path: 'a.png',
		'/outputs/b.csv': 1,
		rows: ['/outputs/c.csv', 'd.csv', '/inputs/e.csv', 'given.csv'],
		said: 'saved to f.csv',
		files: ['g h.csv', 'i.unknown', 'https://example.org/j.csv', 'k.JSON', '*.csv'],
	};
	const naming = { written: ['chart_path', 'files'], input: { all: ['given.csv'] } };
	expect(namedIn(named, naming)).toEqual(['a.png', '/outputs/c.csv', 'given.csv', 'k.JSON']);
	expect(namedIn(named, { written: [], input: {} })).toEqual(['/outputs/c.csv']);
});
