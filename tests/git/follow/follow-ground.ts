import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeRepository, type SeedFiles, type ServedRepository } from '../../../src/demo/git-server/make-repository.ts';
import { parseFollow } from '../../../src/git/follow/follow-address.ts';
import type { Fetched } from '../../../src/git/git.ts';
import type { Access, Credential, Followable } from '../../../src/git/repository.ts';
import { fetchedOf, type GitGround, gitGround, host, token, watch } from '../../support/git-server/git-ground.ts';
import { createLfsStandIn, type LfsStandIn } from '../../support/git-server/lfs-stand-in.ts';
import { tempDir } from '../../support/temp-dir.ts';

export const attributes = { '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n' };

/** A server with `acme/app`, `acme/lib` and files of LFS. */
export interface FollowGround extends GitGround {
	readonly lfs: LfsStandIn;
	readonly lib: ServedRepository;
	/** `https://git.example.org:40123`. */
	readonly url: string;
	/** Adds a commit to main, with submodules by path. */
	commit(files: SeedFiles, submodules?: Readonly<Record<string, string>>): Promise<string>;
	/** Fetches main, where these addresses may be followed; each has the server's token as its credential. */
	fetch(...follow: readonly string[]): Promise<Fetched>;
	/** Paths and contents of what is handed out for a commit. */
	handedOut(commit: string): Promise<Readonly<Record<string, string>>>;
	bundle(commit: string): Promise<Buffer>;
	follows(...follow: readonly string[]): Access;
}

export async function followGround(): Promise<FollowGround> {
	const lfs = createLfsStandIn(token);
	const ground = await gitGround({}, lfs.beside);
	const seed = { path: 'acme/lib', branches: { main: [{ 'lib.js': 'lib\n' }, { 'deep/two.js': 'two\n' }] } };
	const lib = await makeRepository(ground.folders.served, seed);
	ground.tokens.set(token, { 'acme/app': 'write', 'acme/lib': 'read' });
	const { access, git, served } = ground;
	const follows = (...follow: readonly string[]): Access => ({
		...access,
		follow: follow.map((text) => followable(text, access.credential)),
	});
	const bundle = async (commit: string) =>
		await buffer(git.bundle({ repository: access.repository, commit }, watch().signal));
	return {
		...ground,
		...{ lfs, lib, follows, bundle },
		url: `https://${host}:${ground.server.port}`,
		async commit(files, submodules = {}) {
			await served.commit('main', files);
			const links = Object.entries(submodules).map(([path, commit]) => `M 160000 ${commit} ${JSON.stringify(path)}\n`);
			const who = 'Ada <ada@example.org> 1700001000 +0000';
			const head = `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata 4\nlink\nfrom refs/heads/main^0\n`;
			if (links.length > 0) await served.input(['fast-import', '--quiet', '--force'], `${head}${links.join('')}\n`);
			return served.git('rev-parse', 'main');
		},
		fetch: async (...follow) => fetchedOf(await git.fetch(follows(...follow), undefined, watch())),
		bundle,
		handedOut: async (commit) => filesIn(await bundle(commit)),
	};
}

function followable(text: string, credential: Credential | undefined): Followable {
	const read = parseFollow(text);
	if (read.kind === 'refused') throw new Error(read.why);
	return { ...read, ...(credential && { credential: { ...credential, repositories: [read.address.path] } }) };
}

/** Paths and contents of the one commit of a bundle; of submodules `commit`. */
export async function filesIn(bundle: Buffer): Promise<Readonly<Record<string, string>>> {
	await using temp = await tempDir();
	const git = (...args: readonly string[]) =>
		execFileSync('git', args, { cwd: temp.path, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 });
	git('init', '--quiet', '--bare', '.');
	await writeFile(join(temp.path, 'bundle'), bundle);
	git('fetch', '--quiet', 'bundle', 'refs/heads/base:refs/heads/base');
	const rows = git('ls-tree', '-r', '-z', 'base').split('\0').filter(Boolean);
	return Object.fromEntries(
		rows.map((row) => {
			const [facts = '', path = ''] = row.split('\t');
			const [, type, oid = ''] = facts.split(' ');
			return [path, type === 'blob' ? git('cat-file', 'blob', oid) : `commit ${oid}`];
		}),
	);
}
