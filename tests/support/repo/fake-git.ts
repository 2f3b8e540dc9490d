import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CommitOrder, Committed, Finding, Git, NotDone, Pushed, PushOrder } from '../../../src/git/git.ts';
import { type Access, type Repository, repositorySchema } from '../../../src/git/repository.ts';
import { type FakeWorld, hashOf, type Mishap, noMishap, withMishap } from './fake-world.ts';

export interface FakeGitOptions {
	readonly world: FakeWorld;
	readonly mishap?: Mishap;
	/** Of each commit that is made. */
	readonly findings?: readonly Finding[];
	readonly diff?: string;
	readonly cut?: Committed['cut'];
	/** Told after each change of the world. */
	readonly onChange?: () => void;
}

const keptName = /^[A-Za-z0-9._/~-]{1,200}$/;

/** Git over a world of one repository. A tree is a text. It refuses what the real one refuses. */
export function createFakeGit({
	world,
	mishap = noMishap,
	findings = [],
	diff = '-old\n+new',
	cut,
	onChange = () => {},
}: FakeGitOptions): Git {
	const refused = (why: string): NotDone => ({ kind: 'refused', why });
	const cutOf = cut ? { cut } : {};

	function commitNow({ at, name, message, onto }: CommitOrder, tree: string): Committed | NotDone {
		nameOf(name);
		if (world.hasMadeRoom) return { ...refused('The base is not in the mirror'), lacks: 'base' };
		if (message.trim() === '') throw new Error('A commit has a message');
		const parent = onto ?? at.commit;
		const below = world.commits[parent];
		if (!below || !world.commits[at.commit]) return refused('The base is not in the mirror');
		if (tree === '') return refused('The files came cut');
		if (below.tree === tree)
			return { kind: 'committed', commit: parent, changes: [], diff: '', ignored: [], findings: [] };
		const commit = hashOf(`${parent} ${tree} ${message}`);
		world.commits[commit] = { tree, parent };
		world.kept[name] = commit;
		onChange();
		const changes = [{ path: 'src/login.ts', kind: 'changed' as const, added: 1, removed: 1 }];
		return { kind: 'committed', commit, changes, diff, ignored: ['node_modules/'], findings, ...cutOf };
	}

	function pushNow({ credential }: Access, order: PushOrder): Pushed | NotDone {
		if (!credential) return refused('There is no credential');
		checkOurs(order, world);
		const { commit, branch, onTo, fork } = order;
		const name = fork === undefined ? branch : `${fork}:${branch}`;
		const there = world.branches[name];
		if (there === commit) return { kind: 'pushed', said: '' };
		if (there !== onTo) return refused(`The branch ${branch} is not where it was`);
		if (onTo !== undefined && world.commits[commit]?.parent !== onTo) return refused('That would not go forward');
		world.branches[name] = commit;
		world.arrived.push(`push ${name} ${commit}`);
		onChange();
		return { kind: 'pushed', said: '' };
	}

	return {
		async fetch({ repository, follow }, ref = 'main', { signal }) {
			signal.throwIfAborted();
			checked(repository);
			if (follow) world.followed = follow;
			return withMishap(mishap, 'fetch', () => {
				const commit = world.branches[ref] ?? (world.commits[ref] && ref);
				delete world.hasMadeRoom;
				if (commit === undefined) return refused(`${repository.name} has no branch, tag or commit "${ref}"`);
				return {
					kind: 'fetched',
					commit,
					branch: ref,
					defaultBranch: 'main',
					files: 3,
					bytes: 2_048,
					notFollowed: ['lib/sub'],
					...(follow && { followed: { submodules: ['lib/a'], files: 2, bytes: 2_048, problems: ['It is not had.'] } }),
				};
			});
		},
		async *bundle({ commit, heldAs }, signal) {
			signal.throwIfAborted();
			const problem = mishap('bundle', 'before');
			if (problem !== undefined) throw new Error(problem);
			if (!world.commits[commit]) throw new Error('The commit is not in the mirror');
			if (heldAs !== undefined) world.held[nameOf(heldAs)] = commit;
			yield Buffer.from(commit);
		},
		async commit(order, { signal }) {
			signal.throwIfAborted();
			checked(order.at.repository);
			const tree = await text(Readable.from(order.tree));
			return withMishap(mishap, 'commit', () => commitNow(order, tree));
		},
		async push(access, order, { signal }) {
			signal.throwIfAborted();
			checked(access.repository);
			return withMishap(mishap, 'push', () => pushNow(access, order));
		},
		async drop(repository, name) {
			checked(repository);
			mishap('drop', 'before');
			for (const names of [world.kept, world.held])
				for (const kept of Object.keys(names)) if (name === undefined || kept === name) delete names[kept];
			onChange();
			mishap('drop', 'after');
		},
		async [Symbol.asyncDispose]() {},
	};
}

function checkOurs({ commit, branch }: PushOrder, { kept }: FakeWorld): void {
	if (!Object.values(kept).includes(commit)) throw new Error(`${commit} is no commit of ours`);
	if (!branch.startsWith('threadsmith/')) throw new Error(`"${branch}" is no branch of ours`);
}

function nameOf(name: string): string {
	if (!keptName.test(name)) throw new Error(`"${name}" is not the name of a kept commit`);
	return name;
}

function checked(repository: Repository): void {
	repositorySchema.parse(repository);
}
