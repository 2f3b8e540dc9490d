import type { Answer, Call } from '../http.ts';
import { timeIn } from '../world.ts';
import { findPull } from './github-pulls.ts';
import { fieldsIn, invalid, need, refusal } from './github-rules.ts';
import { pullShape, remarkShape } from './github-shapes.ts';

const mostBody = 65_536;

/** "Update a pull request" of the description. */
const editable = { title: 'string', body: 'string', state: 'string', base: 'string', maintainer_can_modify: 'boolean' };

/** Whoever opened it may, and whoever may write there. */
export async function editPull(call: Call, path = '', number = ''): Promise<Answer> {
	const { world, token } = call;
	const repository = need(call, path, { right: 'read', permissions: [['pull_requests', 'write']] });
	const pull = findPull(call, repository, number);
	if (pull.by !== token?.login) need(call, path, { right: 'write', permissions: [['pull_requests', 'write']] });
	const { title, body } = fieldsIn<{ title?: string; body?: string }>(call.body, editable);
	if (repository.isArchived) throw refusal(403, 'Repository was archived so is read-only.');
	if (title?.trim() === '') throw invalid({ code: 'missing_field', field: 'title' });
	if ((body?.length ?? 0) > mostBody)
		throw invalid({ code: 'custom', field: 'body', message: 'body is too long (maximum is 65536 characters)' });
	pull.title = title ?? pull.title;
	pull.body = body ?? pull.body;
	return { status: 200, body: pullShape(world, pull, true) };
}

/** "Create an issue comment": a pull request is an issue there. */
export async function createComment(call: Call, path = '', number = ''): Promise<Answer> {
	const { world, token } = call;
	const wanted = [
		['issues', 'write'],
		['pull_requests', 'write'],
	] as const;
	const repository = need(call, path, { right: 'read', permissions: wanted });
	const pull = findPull(call, repository, number);
	const { body } = fieldsIn<{ body?: string }>(call.body, { body: 'string' });
	if (body === undefined) throw refusal(422, `Invalid request.\n\n"body" wasn't supplied.`);
	if (repository.isArchived) throw refusal(403, 'Repository was archived so is read-only.');
	if (body.trim() === '')
		throw refusal(422, 'Validation Failed', {
			errors: [{ resource: 'IssueComment', code: 'missing_field', field: 'body' }],
		});
	if (body.length > mostBody)
		throw refusal(422, 'Validation Failed', {
			errors: [
				{
					resource: 'IssueComment',
					code: 'unprocessable',
					field: 'data',
					message: 'Body is too long (maximum is 65536 characters)',
				},
			],
		});
	const remark = {
		id: world.nextId,
		pull,
		by: token?.login ?? '',
		kind: 'comment' as const,
		text: body,
		at: timeIn(world),
	};
	world.nextId += 1;
	world.remarks.push(remark);
	return { status: 201, body: remarkShape(world, remark) };
}
