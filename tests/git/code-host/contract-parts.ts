import type { HostRefusal, NewsMark, PullRequestOrder } from '../../../src/git/code-host/code-host.ts';
import type { CodeHostGround } from '../../support/code-host/code-host-ground.ts';

export const never = new AbortController().signal;
/** Of the branch `fix`, which the ground has. */
export const order: PullRequestOrder = { head: 'fix', base: 'main', title: 'Fix it', body: 'Because.', draft: true };

export async function opened(ground: CodeHostGround) {
	const pull = await ground.host.open(ground.access(), order, never);
	if (pull.kind !== 'open') throw new Error(pull.why);
	const [made] = ground.standIn.pulls('acme/app');
	if (!made) throw new Error('There is no pull request');
	return { pull, made };
}

export async function newsOf(ground: CodeHostGround, since: NewsMark = {}) {
	const news = await ground.host.news(ground.access(), 1, since, never);
	if (news.kind !== 'news') throw new Error(news.why);
	return news;
}

export function whyOf(answer: { readonly kind: string } | HostRefusal): string {
	return 'why' in answer ? answer.why : '';
}
