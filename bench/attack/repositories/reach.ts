import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type GitServer, startGitServer } from '../../../src/demo/git-server/git-server.ts';
import { parseAddress } from '../../../src/git/address.ts';
import type { Fetched, NotDone, Pushed } from '../../../src/git/git.ts';
import { host, token } from '../../../tests/support/git-server/git-ground.ts';
import { staged } from '../../../tests/support/git-server/staged.ts';
import { type Attack, got, refused, type Try } from '../attack.ts';
import { plainClone, plainGit } from './plain-git.ts';
import { commitTree, fetchMain, gitThatReaches, onRepoGround, type RepoGround } from './repo-ground.ts';

interface Reach extends Pick<Attack, 'name' | 'tried' | 'holds'> {
	readonly attack: (repo: RepoGround) => Promise<Try>;
	/** By plain git, with its usual settings. */
	readonly control: (repo: RepoGround) => Promise<Try>;
}

const sayOf = (end: Fetched | Pushed | NotDone): string => (end.kind === 'refused' ? end.why : end.kind);

/** Another server, which knows nobody, and certificates for both. */
async function besideOther(repo: RepoGround, act: (other: GitServer, caFile: string) => Promise<string>): Promise<Try> {
	await using other = await startGitServer({ folder: join(repo.folder, 'elsewhere'), tokens: new Map() });
	const caFile = join(repo.folder, 'both.pem');
	const texts = [repo.ground.server, other].map((one) => readFile(one.caFile, 'utf8'));
	await writeFile(caFile, (await Promise.all(texts)).join(''));
	const said = await act(other, caFile);
	const sent = other.seen.some(({ authorization = '' }) =>
		Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().includes(token),
	);
	if (sent) return got('the key was sent there');
	return other.seen.length > 0 ? got('it was asked') : refused(said.replaceAll('\n', ' '));
}

/** A helper that has one key and answers whoever asks. */
const helper = `credential.helper=!f() { echo username=x; echo password=${token}; }; f`;

/** Main with a submodule that lies at an address. */
async function addSubmodule({ ground: { served } }: RepoGround, url: string): Promise<void> {
	const modules = await served.input(['hash-object', '-w', '--stdin'], `[submodule "s"]\n\tpath = s\n\turl = ${url}\n`);
	const entries = `100644 blob ${modules}\t.gitmodules\n160000 commit ${'1'.repeat(40)}\ts\n`;
	const tree = await served.input(['mktree', '--missing'], entries);
	const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
	const commit = await served.git(...who, 'commit-tree', tree, '-p', 'refs/heads/main', '-m', 'Add a submodule');
	await served.git('update-ref', 'refs/heads/main', commit);
}

const ran = ({ folder }: RepoGround, otherwise: string): Try =>
	existsSync(join(folder, 'ran')) ? got('it ran a program') : refused(otherwise);

/** A commit of ours, on top of main. */
async function commitOurs(repo: RepoGround): Promise<string> {
	await fetchMain(repo);
	const made = await commitTree(repo, staged({ 'a.txt': 'a\n' }));
	if (made.kind === 'refused') throw new Error(made.why);
	return made.commit;
}

const rows: readonly Reach[] = [
	{
		name: 'key-by-redirect',
		tried: 'the server sends whoever fetches on to another host, which asks for a key',
		holds: 'nobody is asked there, and no key is sent',
		attack: (repo) =>
			besideOther(repo, async (other, caFile) => {
				repo.ground.server.setTrouble({ kind: 'redirect', to: other.url });
				await using git = gitThatReaches(repo, { privateHosts: [host], caFile });
				return sayOf(await git.fetch(repo.ground.access, undefined, repo));
			}),
		control: (repo) =>
			besideOther(repo, async (other, caFile) => {
				repo.ground.server.setTrouble({ kind: 'redirect', to: other.url });
				const { sh, bareUrl } = await plainGit(repo);
				return (await sh(`GIT_SSL_CAINFO=${caFile} git -c '${helper}' ls-remote '${bareUrl}'`, repo.folder)).said;
			}),
	},
	{
		name: 'submodule-elsewhere',
		tried: 'a submodule at another host, whose address the repository names',
		holds: 'that host is not asked, and it is named as not followed',
		attack: (repo) =>
			besideOther(repo, async (other, caFile) => {
				await addSubmodule(repo, `${other.url.replace('127.0.0.1', host)}/a.git`);
				await using git = gitThatReaches(repo, { privateHosts: [host], caFile });
				const fetched = await git.fetch(repo.ground.access, undefined, repo);
				if (fetched.kind === 'refused') return fetched.why;
				const at = { repository: repo.ground.access.repository, commit: fetched.commit };
				const { length } = await buffer(Readable.from(git.bundle(at, repo.signal)));
				return `a bundle of ${length} bytes, without ${fetched.notFollowed.join(', ')}`;
			}),
		control: (repo) =>
			besideOther(repo, async (other, caFile) => {
				await addSubmodule(repo, `${other.url}/a.git`);
				const { sh, url } = await plainGit(repo);
				const clone = `git clone -q --recurse-submodules '${url}' cloned`;
				return (await sh(`GIT_SSL_CAINFO=${caFile} ${clone}`, repo.folder)).said;
			}),
	},
	{
		name: 'private-address',
		tried: 'a public name that leads to a private address, which the operator has not named',
		holds: 'nobody is asked there',
		async attack(repo) {
			const { access, server } = repo.ground;
			await using git = gitThatReaches(repo, { privateHosts: [], caFile: server.caFile });
			const end = await git.fetch(access, undefined, repo);
			return server.seen.length > 0 ? got('it was asked') : refused(sayOf(end));
		},
		async control(repo) {
			const { sh, url } = await plainGit(repo);
			await sh(`git ls-remote '${url}'`, repo.folder);
			return repo.ground.server.seen.length > 0 ? got('it was asked') : refused('it was not asked');
		},
	},
	{
		name: 'address-of-host-folder',
		tried: 'the address of a repository in a folder of this host: file://, a path',
		holds: 'it is no address',
		async attack({ ground: { served } }) {
			const read = [`file://${served.dir}`, served.dir, `file:${served.dir}`].map(parseAddress);
			return read.some(({ kind }) => kind === 'address') ? got('it is one') : refused(`none of ${read.length} is`);
		},
		async control(repo) {
			const { sh } = await plainGit(repo);
			const { code, said } = await sh(`git clone -q 'file://${repo.ground.served.dir}' cloned`, repo.folder);
			return code === 0 ? got('it was cloned') : refused(said);
		},
	},
	{
		name: 'ref-that-is-option',
		tried: 'the name of a branch that is an option of git’s, which names a program (--upload-pack)',
		holds: 'it is no branch, and nothing runs',
		async attack(repo) {
			const ref = `--upload-pack=touch ${repo.folder}/ran;git-upload-pack`;
			const ends = [];
			for (const one of [ref, `refs/heads/x:${ref}`, `-${ref}`])
				ends.push(sayOf(await repo.git.fetch(repo.ground.access, one, repo)));
			return ran(repo, ends[0] ?? '');
		},
		async control(repo) {
			const { sh, work } = await plainClone(repo);
			const { said } = await sh(
				`git fetch -q '${repo.ground.served.dir}' '--upload-pack=touch ${repo.folder}/ran;git-upload-pack'`,
				work,
			);
			return ran(repo, said);
		},
	},
	{
		name: 'branch-that-is-option',
		tried: 'a branch to push to that is an option of git’s, which names a program (--receive-pack)',
		holds: 'nothing is pushed, and nothing runs',
		async attack(repo) {
			const commit = await commitOurs(repo);
			const option = `--receive-pack=touch ${repo.folder}/ran;git-receive-pack`;
			const ends = [];
			for (const branch of [option, `threadsmith/${option}`, '--mirror', 'threadsmith/x:refs/heads/main'])
				ends.push(await repo.git.push(repo.ground.access, { commit, branch }, repo));
			return ends.some(({ kind }) => kind === 'pushed') ? got('it was pushed') : ran(repo, ends.map(sayOf)[0] ?? '');
		},
		async control(repo) {
			const { sh, work } = await plainClone(repo);
			const option = `--receive-pack=touch ${repo.folder}/ran;git-receive-pack`;
			return ran(repo, (await sh(`git push -q '${repo.ground.served.dir}' '${option}'`, work)).said);
		},
	},
	{
		name: 'push-to-default-branch',
		tried: 'the default branch as the one to push to, where the server does not protect it',
		holds: 'nothing is pushed',
		async attack(repo) {
			const order = { commit: await commitOurs(repo), branch: 'main' };
			const end = await repo.git.push(repo.ground.access, order, repo);
			return (await mainOf(repo)) === repo.base ? refused(sayOf(end)) : got('main was moved');
		},
		async control(repo) {
			const { sh } = await plainClone(repo);
			const { said } = await sh('git commit -q --allow-empty -m x && git push -q origin work:main');
			return (await mainOf(repo)) === repo.base ? refused(said) : got('main was moved');
		},
	},
	{
		name: 'branch-of-others',
		tried: 'a push to a branch of ours to which somebody else has pushed meanwhile',
		holds: 'what they have pushed stays',
		async attack(repo) {
			const commit = await commitOurs(repo);
			const theirs = await repo.ground.served.commit(theirBranch, { 'b.txt': 'b\n' });
			const end = await repo.git.push(repo.ground.access, { commit, branch: theirBranch }, repo);
			return (await branchOf(repo)) === theirs ? refused(sayOf(end)) : got('it is gone');
		},
		async control(repo) {
			const theirs = await repo.ground.served.commit(theirBranch, { 'b.txt': 'b\n' });
			const { sh } = await plainClone(repo);
			const { said } = await sh(`git commit -q --allow-empty -m x; git push -q --force origin work:${theirBranch}`);
			return (await branchOf(repo)) === theirs ? refused(said) : got('it is gone');
		},
	},
];

const theirBranch = 'threadsmith/change-it-0a1b2c';
const branchOf = ({ ground: { served } }: RepoGround) => served.git('rev-parse', `refs/heads/${theirBranch}`);
const mainOf = ({ ground: { served } }: RepoGround) => served.git('rev-parse', 'refs/heads/main');

/** That go from a server or a name to a key or a program; the others take as long. */
const inTests = ['key-by-redirect', 'ref-that-is-option'];

export const reachAttacks: readonly Attack[] = rows.map(({ name, tried, holds, attack, control }) => ({
	...{ name: `repo-${name}`, tried, holds, pace: inTests.includes(name) ? 'quick' : 'slow' },
	run: async (range) => ({ attack: await onRepoGround(range, attack), control: await onRepoGround(range, control) }),
}));
