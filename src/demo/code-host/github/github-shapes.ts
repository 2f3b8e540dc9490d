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

/** Parts of GitHub's answers, with the fields of its description that clients are likely to read. */
export function accountShape(login: string): object {
	return { login, id: login.length, type: login.endsWith('[bot]') ? 'Bot' : 'User', site_admin: false };
}

const levels: readonly Right[] = ['read', 'write', 'admin'];

export function repositoryShape({ options }: World, repository: StandInRepository, login: string | undefined): object {
	const right = login?.endsWith('[bot]') ? 'write' : rightOf(repository, login);
	const has = (level: Right): boolean => right !== undefined && levels.indexOf(right) >= levels.indexOf(level);
	const { id, path, isPrivate, isArchived = false, defaultBranch, forkOf } = repository;
	return {
		...{ id, full_name: path, name: path.slice(path.indexOf('/') + 1), private: isPrivate, archived: isArchived },
		...{
			owner: accountShape(ownerOf(repository)),
			default_branch: defaultBranch,
			fork: forkOf !== undefined,
			disabled: false,
		},
		...{
			html_url: `${options.url()}/${path}`,
			url: `${options.url()}/api/v3/repos/${path}`,
			clone_url: `${options.url()}/${path}.git`,
		},
		...(login !== undefined && {
			permissions: {
				admin: has('admin'),
				maintain: has('admin'),
				push: has('write'),
				triage: has('write'),
				pull: true,
			},
		}),
	};
}

export function pullShape(world: World, pull: Pull, isWhole: boolean): object {
	const into = repositoryBy(world, pull.repository);
	const from = repositoryBy(world, pull.head.repository);
	if (!into) return {};
	const url = `${world.options.url()}/${into.path}/pull/${pull.number}`;
	const isMerged = pull.state === 'merged';
	return {
		...{
			id: pull.number * 1_000,
			number: pull.number,
			state: pull.state === 'open' ? 'open' : 'closed',
			locked: false,
		},
		...{ title: pull.title, body: pull.body, draft: pull.isDraft, user: accountShape(pull.by), html_url: url },
		url: `${world.options.url()}/api/v3/repos/${into.path}/pulls/${pull.number}`,
		merged_at: isMerged ? '2026-01-01T00:00:00Z' : null,
		head: {
			...{ label: `${from ? ownerOf(from) : 'unknown'}:${pull.head.branch}`, ref: pull.head.branch, sha: pull.sha },
			repo: from ? repositoryShape(world, from, undefined) : null,
		},
		base: { label: `${ownerOf(into)}:${pull.base}`, ref: pull.base, repo: repositoryShape(world, into, undefined) },
		...(isWhole && {
			merged: isMerged,
			merged_by: isMerged && pull.endedBy !== undefined ? accountShape(pull.endedBy) : null,
		}),
	};
}

function associationOf(world: World, { pull, by }: Remark): string {
	const into = repositoryBy(world, pull.repository);
	if (!into) return 'NONE';
	if (ownerOf(into) === by) return 'OWNER';
	if (into.concealed?.includes(by)) return 'CONTRIBUTOR';
	return into.people[by] === undefined ? 'NONE' : 'COLLABORATOR';
}

export function remarkShape(world: World, remark: Remark): object {
	const { id, by, text, at } = remark;
	return {
		id,
		user: accountShape(by),
		body: text,
		created_at: at,
		updated_at: at,
		author_association: associationOf(world, remark),
	};
}

export function inlineShape(world: World, remark: Remark): object {
	const { path, line, review } = remark;
	const place = { path, line: line ?? null, original_line: line ?? null, side: 'RIGHT', diff_hunk: '@@ -1 +1 @@' };
	return {
		...remarkShape(world, remark),
		...place,
		commit_id: remark.pull.sha,
		pull_request_review_id: review ?? null,
	};
}

const states = { approved: 'APPROVED', changes: 'CHANGES_REQUESTED', comment: 'COMMENTED' } as const;

export function reviewShape(world: World, remark: Remark): object {
	const { id, by, text, at, verdict = 'comment' } = remark;
	const association = associationOf(world, remark);
	return {
		id,
		user: accountShape(by),
		body: text,
		state: states[verdict],
		submitted_at: at,
		commit_id: remark.pull.sha,
		author_association: association,
	};
}
