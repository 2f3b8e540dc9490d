import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Given, pieces, treeOf } from '../../../tests/git/tree/mirror-of.ts';
import { type Attack, got, refused, type Try } from '../attack.ts';
import { type PlainGit, plainClone } from './plain-git.ts';
import { commitTree, fetchMain, onRepoGround, pushOurs, type RepoGround } from './repo-ground.ts';

/** A tree that no work folder can have, told by whoever has taken over the guest. */
interface NamedTree {
	readonly name: string;
	readonly tried: string;
	/** A file for each, or a link to what stands behind it. */
	readonly files: readonly (readonly [path: string, link?: string])[];
}

const trees: readonly NamedTree[] = [
	{ name: 'dot-git', tried: 'a hook in .git/hooks', files: [['.git/hooks/post-checkout']] },
	{ name: 'dot-git-below', tried: '.git in a folder below', files: [['sub/.git/config']] },
	{ name: 'dot-git-in-capitals', tried: '.GIT, which is .git on macOS and Windows', files: [['.GIT/config']] },
	{ name: 'short-name', tried: 'git~1, as NTFS calls .git', files: [['git~1/config']] },
	{
		name: 'stream-name',
		tried: '.git::$INDEX_ALLOCATION, which is .git on NTFS',
		files: [['.git::$INDEX_ALLOCATION/config']],
	},
	{ name: 'name-behind-backslash', tried: 'a name with backslashes, a path on Windows', files: [['a\\.git\\config']] },
	{ name: 'unseen-letters', tried: '.git with a letter that HFS+ does not see', files: [['.g\u200cit/config']] },
	{ name: 'way-up', tried: 'a path with .. in it', files: [['../evil']] },
	{
		name: 'link-to-dot-git',
		tried: 'a link to .git beside a folder of its name in another case (CVE-2021-21300, CVE-2024-32002)',
		files: [['A/hooks/post-checkout'], ['a', '.git']],
	},
	{ name: 'link-for-gitmodules', tried: '.gitmodules as a link', files: [['.gitmodules', 'README.md']] },
	{ name: 'name-with-line-end', tried: 'a name that ends in a carriage return (CVE-2025-48384)', files: [['sub\r']] },
];

/** Of which a test of ours makes the attack each time: the rules for the others have tests of their own. */
const inTests = ['dot-git', 'link-to-dot-git'];

/** The host's own reader of trees, beside a server that takes what plain git pushes. */
export const nameAttacks: readonly Attack[] = trees.map(({ name, tried, files }) => ({
	name: `repo-tree-${name}`,
	tried: `in the tree that a sandbox hands out: ${tried}`,
	holds: 'nothing is committed and nothing pushed',
	pace: inTests.includes(name) ? 'quick' : 'slow',
	run: (range) =>
		onRepoGround(range, async (repo) => {
			await fetchMain(repo);
			const why = await pushOurs(repo, await commitTree(repo, pieces(treeOf(files.map(asGiven)))));
			const attack = await judged(files, repo, why ?? 'it was pushed under other names');
			return { attack, control: await controlOf(files, repo) };
		}),
}));

async function controlOf(files: readonly Path[], repo: RepoGround): Promise<Try> {
	const plain = await plainClone(repo);
	const tree = await makeTree(plain, files);
	const push = `git push -q origin $(git commit-tree ${tree} -p HEAD -m x):refs/heads/work`;
	return await judged(files, repo, (await plain.sh(push)).said);
}

type Path = NamedTree['files'][number];

function asGiven([path, link]: Path): readonly [string, Given] {
	return [path, link === undefined ? 'evil\n' : { link }];
}

/** By git's own program for trees, which takes any name. */
async function makeTree(plain: PlainGit, files: readonly Path[]): Promise<string> {
	const top: string[] = [];
	for (const [path, link] of files) {
		const blob = (await plain.sh(`printf '%s' '${link ?? 'evil'}' | git hash-object -w --stdin`)).said.trim();
		let entry = `${link === undefined ? '100644' : '120000'} blob ${blob}`;
		const parts = path.split('/').toReversed();
		for (const part of parts.slice(0, -1)) entry = `040000 tree ${await treeOfEntries(plain, [`${entry}\t${part}`])}`;
		top.push(`${entry}\t${parts.at(-1)}`);
	}
	return await treeOfEntries(plain, top);
}

async function treeOfEntries({ sh, work }: PlainGit, entries: readonly string[]): Promise<string> {
	await writeFile(join(work, '..', 'entries'), entries.map((entry) => `${entry}\0`).join(''));
	const { code, said } = await sh('git mktree -z <../entries');
	if (code !== 0) throw new Error(`no tree could be made: ${said}`);
	return said.trim();
}

async function judged(files: readonly Path[], { ground: { served } }: RepoGround, otherwise: string): Promise<Try> {
	const branches = (await served.git('for-each-ref', '--format=%(refname)', 'refs/heads')).split('\n');
	for (const branch of branches.filter((one) => one !== 'refs/heads/main')) {
		const names = (await served.git('ls-tree', '-r', '-z', '--name-only', branch)).split('\0');
		if (files.every(([path]) => names.includes(path))) return got('it is on the server');
	}
	return refused(otherwise.replaceAll(/[\r\n]/g, ' '));
}
