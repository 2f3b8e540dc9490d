import type { Renewed, RenewOrder } from '../code-host.ts';
import { renewPull as renew } from '../renew.ts';
import type { GithubClient } from './github-client.ts';
import { bodySchema, commentsSchema, doneSchema } from './github-schemas.ts';
import { canonicalIn } from './look.ts';

/** Pages of comments that are read for one of ours. */
const mostPages = 6;

/** Throws `HostProblem`. */
export async function renewPull(client: GithubClient, order: RenewOrder): Promise<Renewed> {
	const at = await canonicalIn(client);
	const pull = { ...at, pull_number: order.number };
	const issue = { ...at, issue_number: order.number };
	return await renew(
		{
			body: async () => (await client.read(bodySchema, ({ rest }) => rest.pulls.get(pull))).body ?? '',
			write: (body) => client.read(doneSchema, ({ rest }) => rest.pulls.update({ ...pull, body })),
			async comments(since) {
				const { items } = await client.readPages(
					commentsSchema,
					({ rest }, page) => rest.issues.listComments({ ...issue, ...page, since }),
					mostPages,
				);
				return items.map(({ body }) => body ?? '');
			},
			say: (body) => client.read(doneSchema, ({ rest }) => rest.issues.createComment({ ...issue, body })),
		},
		order,
	);
}
