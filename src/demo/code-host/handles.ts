import { type Check, type Pull, type Remark, repositoryAt, timeIn, type World } from './world.ts';

/** Deeds of people, of pipelines and of the host itself, where it is not asked for over the API. */
export interface Handles {
	/** Those of a repository, the removed ones among them. */
	pulls(path: string): readonly Pull[];
	/** `removed`: as an admin of Gitea does. */
	end(pull: Pull, state: Pull['state'], by: string): void;
	/** Answers what may be changed with `edit`. */
	say(pull: Pull, remark: Said): Remark;
	edit(remark: Remark, text: string): void;
	setChecks(sha: string, checks: readonly Check[]): void;
}

export type Said = Pick<Remark, 'by' | 'text'> & Partial<Pick<Remark, 'kind' | 'path' | 'line' | 'verdict' | 'at'>>;

export function handlesOf(world: World): Handles {
	return {
		pulls(path) {
			const repository = repositoryAt(world, path);
			return world.pulls.filter((pull) => pull.repository === repository?.id);
		},
		end(pull, state, by) {
			pull.state = state;
			pull.endedBy = by;
		},
		say(pull, { kind = 'comment', at = timeIn(world), ...said }) {
			// Hosts keep a remark to a line in a review, which says nothing itself.
			const review =
				kind === 'remark'
					? push(world, { pull, at, by: said.by, kind: 'review', text: '', verdict: 'comment' }).id
					: undefined;
			return push(world, { ...said, pull, kind, at, ...(review !== undefined && { review }) });
		},
		edit(remark, text) {
			remark.text = text;
			remark.at = timeIn(world);
		},
		setChecks: (sha, checks) => void world.checks.set(sha, checks),
	};
}

function push(world: World, remark: Omit<Remark, 'id'>): Remark {
	const whole = { ...remark, id: world.nextId };
	world.nextId += 1;
	world.remarks.push(whole);
	return whole;
}
