import type { Renewed, RenewOrder } from '../code-host.ts';
import { renewPull as renew } from '../renew.ts';
import { type GiteaClient, repositoryPath } from './gitea-client.ts';
import { bodySchema, commentsSchema, doneSchema } from './gitea-schemas.ts';
import { canonicalIn } from './look.ts';

/** Pages of comments that are read for one of ours. */
const mostPages = 6;

/** Throws `HostProblem`. Comments take the scope `write:issue`. */
export async function renewPull(client: GiteaClient, order: RenewOrder): Promise<Renewed> {
	const at = repositoryPath(await canonicalIn(client));
	const pull = `${at}/pulls/${order.number}`;
	const comments = `${at}/issues/${order.number}/comments`;
	return await renew(
		{
			body: async () => (await client.get(pull, bodySchema)).body,
			write: (body) => client.send('PATCH', pull, doneSchema, { body }),
			async comments(since) {
				const { items } = await client.pages(comments, commentsSchema, mostPages, { since });
				return items.map(({ body }) => body);
			},
			say: (body) => client.send('POST', comments, doneSchema, { body }),
		},
		order,
	);
}
