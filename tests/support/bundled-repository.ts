import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { At, Git } from '../../src/git/git.ts';
import { type Repository, repositorySchema } from '../../src/git/repository.ts';
import { tempDir } from './temp-dir.ts';

/** A repository on this disk whose commits are handed out as real bundles. */
export interface BundledRepository extends AsyncDisposable {
	readonly repository: Repository;
	/** Makes a commit of these files on top of the last. */
	commit(files: Readonly<Record<string, string>>): Promise<At>;
	readonly git: Pick<Git, 'bundle'>;
	/** What `git ls-tree -r -z` prints of a commit. */
	listing(at: At): string;
}

export async function bundledRepository(wishes: Partial<Repository['wishes']> = {}): Promise<BundledRepository> {
	const dir = await tempDir();
	const git = (...words: string[]) =>
		execFileSync('git', ['-C', dir.path, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...words], {
			stdio: ['ignore', 'pipe', 'pipe'],
		}).toString();
	git('init', '--quiet', '--initial-branch=main');
	const repository = repositorySchema.parse({
		...{ id: 'r-0123456789ab', place: 'local', name: 'acme/app', channels: ['*'], codeHost: 'none' },
		address: { scheme: 'https', host: 'git.example.org', path: 'acme/app' },
		wishes,
	});
	let bundles = 0;
	return {
		repository,
		async commit(files) {
			for (const [path, text] of Object.entries(files)) {
				await mkdir(dirname(join(dir.path, path)), { recursive: true });
				await writeFile(join(dir.path, path), text);
			}
			git('add', '--all');
			git('commit', '--quiet', '--allow-empty', '--message=a change');
			return { repository, commit: git('rev-parse', 'HEAD').trim() };
		},
		git: {
			async *bundle({ commit }) {
				const file = join(dir.path, '.git', `${bundles++}.bundle`);
				git('update-ref', 'refs/heads/base', git('commit-tree', `${commit}^{tree}`, '-m', 'base').trim());
				git('bundle', 'create', '--quiet', file, 'refs/heads/base');
				yield* createReadStream(file);
			},
		},
		listing: ({ commit }) => git('ls-tree', '-r', '-z', '--full-tree', commit),
		[Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
	};
}
