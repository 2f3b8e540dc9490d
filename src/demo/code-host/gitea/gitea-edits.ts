import type { Answer, Call } from '../http.ts';
import { rightOf, timeIn } from '../world.ts';
import { fieldsIn, findPull } from './gitea-pulls.ts';
import { need, needScope, needToken, refusal } from './gitea-rules.ts';
import { pullShape, remarkShape } from './gitea-shapes.ts';

/** EditPullRequestOption of the description. */
const editable = {
	...{ title: 'string', body: 'string', state: 'string', base: 'string', assignee: 'string', assignees: 'object' },
	...{ milestone: 'number', labels: 'object', due_date: 'string', unset_due_date: 'boolean' },
	allow_maintainer_edit: 'boolean',
};

/** The checks of EditPullRequest in routers/api/v1/repo/pull.go; it answers 201, as a new one does. */
export async function editPull(call: Call, path = '', number = ''): Promise<Answer> {
	const { world } = call;
	const { login } = needToken(call);
	needScope(call, 'write', 'repository');
	const repository = need(call, path, 'read');
	if (repository.isArchived) throw refusal(world, 423, `${repository.path} is archived`);
	const { title, body } = fieldsIn<{ title?: string; body?: string }>(call, 'EditPullRequestOption', editable);
	const pull = findPull(call, repository, number);
	const right = rightOf(repository, login);
	if (pull.by !== login && right !== 'write' && right !== 'admin') throw refusal(world, 403, '');
	// An empty title is left as it is.
	pull.title = title || pull.title;
	pull.body = body ?? pull.body;
	return { status: 201, body: pullShape(world, pull) };
}

/** The checks of CreateIssueComment in routers/api/v1/repo/issue_comment.go. */
export async function createComment(call: Call, path = '', number = ''): Promise<Answer> {
	const { world } = call;
	const { login } = needToken(call);
	needScope(call, 'write', 'issue');
	const repository = need(call, path, 'read');
	if (repository.isArchived) throw refusal(world, 423, `${repository.path} is archived`);
	const wanted = { body: 'string', updated_at: 'string' };
	const { body } = fieldsIn<{ body?: string }>(call, 'CreateIssueCommentOption', wanted);
	if (!body) throw refusal(world, 422, '[Body]: Required');
	const pull = findPull(call, repository, number);
	const remark = { id: world.nextId, pull, by: login, kind: 'comment' as const, text: body, at: timeIn(world) };
	world.nextId += 1;
	world.remarks.push(remark);
	return { status: 201, body: remarkShape(remark) };
}
