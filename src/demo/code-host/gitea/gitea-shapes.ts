import {
	ownerOf,
	type Pull,
	type Remark,
	type Right,
	repositoryBy,
	rightOf,
	type StandInRepository,
	type World,
} from '../world.ts';

export function personShape(login: string): object {
	return { id: login.length, login, full_name: '', email: `${login}@noreply.localhost`, is_admin: false };
}

const levels: readonly Right[] = ['read', 'write', 'admin'];

export function repositoryShape({ options }: World, repository: StandInRepository, login: string | undefined): object {
	const right = rightOf(repository, login);
	const has = (level: Right): boolean => right !== undefined && levels.indexOf(right) >= levels.indexOf(level);
	const { id, path, isPrivate, isArchived = false, defaultBranch, forkOf } = repository;
	return {
		...{
			id,
			full_name: path,
			name: path.slice(path.indexOf('/') + 1),
			private: isPrivate,
			archived: isArchived,
			empty: false,
		},
		...{
			owner: personShape(ownerOf(repository)),
			default_branch: defaultBranch,
			fork: forkOf !== undefined,
			has_pull_requests: true,
		},
		...{ html_url: `${options.url()}/${path}`, clone_url: `${options.url()}/${path}.git` },
		permissions: { admin: has('admin'), push: has('write'), pull: has('read') },
	};
}

/** WORK_IN_PROGRESS_PREFIXES of app.example.ini. */
const draft = /^(?:WIP:|\[WIP\])/i;

export function pullShape(world: World, pull: Pull): object {
	const into = repositoryBy(world, pull.repository);
	const from = repositoryBy(world, pull.head.repository);
	if (!into) return {};
	const isMerged = pull.state === 'merged';
	return {
		...{
			id: pull.number * 1_000,
			number: pull.number,
			state: pull.state === 'open' ? 'open' : 'closed',
			is_locked: false,
		},
		...{ title: pull.title, body: pull.body, draft: draft.test(pull.title), user: personShape(pull.by) },
		...{ html_url: `${world.options.url()}/${into.path}/pulls/${pull.number}`, mergeable: pull.state === 'open' },
		...{ merged: isMerged, merged_by: isMerged && pull.endedBy !== undefined ? personShape(pull.endedBy) : null },
		base: {
			label: pull.base,
			ref: pull.base,
			sha: '0'.repeat(40),
			repo_id: into.id,
			repo: repositoryShape(world, into, undefined),
		},
		head: {
			label: pull.head.branch,
			ref: pull.head.branch,
			sha: pull.sha,
			repo_id: from?.id ?? -1,
			repo: from ? repositoryShape(world, from, undefined) : null,
		},
	};
}

export function remarkShape({ id, by, text, at }: Remark): object {
	return { id, user: personShape(by), original_author: '', body: text, created_at: at, updated_at: at };
}

export function inlineShape(remark: Remark): object {
	const { path, line = 0, review } = remark;
	const place = { path, position: line, original_position: 0, diff_hunk: '@@ -1 +1 @@' };
	return {
		...remarkShape(remark),
		...place,
		commit_id: remark.pull.sha,
		pull_request_review_id: review,
		resolver: null,
	};
}

const states = { approved: 'APPROVED', changes: 'REQUEST_CHANGES', comment: 'COMMENT' } as const;

export function reviewShape({ remarks }: World, remark: Remark): object {
	const { id, by, text, at, verdict = 'comment', pull } = remark;
	const own = remarks.filter(({ review }) => review === id);
	const latest = [at, ...own.map((one) => one.at)].toSorted().at(-1);
	return {
		...{ id, user: personShape(by), team: null, state: states[verdict], body: text, commit_id: pull.sha },
		...{
			stale: false,
			official: false,
			dismissed: false,
			comments_count: own.length,
			submitted_at: at,
			updated_at: latest,
		},
	};
}
