import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, mirrorOf, treeOf } from './mirror-of.ts';

const files: Files = {
	'README.md': 'one\ntwo\nthree\n',
	'src/a.ts': 'a\n',
	'src/deep/b.ts': 'b\n',
	'run.sh': { bytes: '#!/bin/sh\n', mode: '100755' },
	link: { link: 'src/a.ts' },
};

test('a tree becomes one commit of ours on the base, with what was changed and its diff', async () => {
	await using mirror = await mirrorOf(files);
	const { 'src/deep/b.ts': _gone, ...rest } = files;
	const tree = { ...rest, 'README.md': 'one\n2\nthree\n', 'new/d.ts': 'd\n', link: { link: 'README.md' } };
	const end = { ignored: ['node_modules/'], ignoredMore: 0, submodules: [] };
	const taken = await mirror.take(treeOf(tree, end));
	expect(taken).toEqual({
		kind: 'committed',
		commit: expect.stringMatching(/^[0-9a-f]{40}$/),
		changes: [
			{ path: 'README.md', kind: 'changed', added: 1, removed: 1 },
			{ path: 'link', kind: 'changed', added: 1, removed: 1 },
			{ path: 'new/d.ts', kind: 'created', added: 1, removed: 0 },
			{ path: 'src/deep/b.ts', kind: 'deleted', added: 0, removed: 1 },
		],
		diff: expect.stringContaining('--- a/README.md\n+++ b/README.md\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n'),
		ignored: ['node_modules/'],
		findings: [],
	});
	const commit = taken.kind === 'committed' ? taken.commit : '';
	expect(mirror.git(['cat-file', 'commit', commit])).toMatch(
		new RegExp(
			`^tree \\w+\nparent ${mirror.base}\nauthor Threadsmith <threadsmith@localhost.invalid> 1700000000 \\+0000\n` +
				'committer Threadsmith <threadsmith@localhost.invalid> 1700000000 \\+0000\n\nChange it\n$',
		),
	);
	expect(mirror.filesOf(commit)).toEqual({
		'README.md': 'one\n2\nthree\n',
		link: 'README.md',
		'new/d.ts': 'd\n',
		'run.sh': '#!/bin/sh\n',
		'src/a.ts': 'a\n',
	});
	expect(mirror.git(['rev-parse', 'refs/threadsmith/s=2f1']).trim()).toBe(commit);
	expect(mirror.git(['fsck', '--strict', '--full'])).not.toMatch(/error|missing/);
});

test('what a file holds is no command to the git that takes it (CVE-2026-114466 writes a file by one)', async () => {
	await using mirror = await mirrorOf(files);
	const edges = join(mirror.dir, '../edges');
	const commands = `option git export-pack-edges=${edges}\nfeature export-marks=${edges}\nreset refs/heads/evil\nfrom ${mirror.base}\ndone\n`;
	const odd = { 'a.txt': commands, [`option git export-pack-edges=${edges}`.replaceAll('/', '-')]: `\n${commands}` };
	const taken = await mirror.take(treeOf({ ...files, ...odd }));
	expect(mirror.filesOf(taken.kind === 'committed' ? taken.commit : '')).toMatchObject(odd);
	expect(mirror.git(['for-each-ref', '--format=%(refname)'])).not.toContain('evil');
	await expect(stat(edges)).rejects.toThrow('ENOENT');
});
