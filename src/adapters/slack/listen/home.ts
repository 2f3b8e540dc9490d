import type { HomeView } from '@slack/types';
import { z } from 'zod';
import type { Person } from '../../../chat/thread.ts';
import { createLinkTo } from '../api/permalink.ts';
import { personMet } from '../decode/who-spoke.ts';
import { deniedView, homeView } from '../render/home-view.ts';
import { suggestedPrompts } from '../render/parts.ts';
import { threadAt } from '../thread-keys.ts';
import type { ListenDeps } from './listen-deps.ts';

export const homeOpenedSchema = z.object({
	user: z.string(),
	channel: z.string(),
	tab: z.string(),
});
export type HomeOpened = z.infer<typeof homeOpenedSchema>;

/** Shows somebody what is theirs, or what they could ask, when they open our page in Slack. Rejects as `Calls` do. */
export async function showHome({ user, channel, tab }: HomeOpened, team: string, deps: ListenDeps): Promise<void> {
	const person = await personMet({ team, channel, user }, deps);
	if (!person) return;
	const thread = threadAt({ team, channel, ts: user });
	const denial = deps.denialOf({ type: 'opened', person, thread });
	const mayAsk = deps.denialOf({ type: 'message', person, thread }) === undefined;
	if (tab === 'messages' && mayAsk) await suggestPrompts(team, channel, deps);
	if (tab === 'home')
		await publish({ team, user, view: denial ? deniedView(denial) : await viewOf(person, team, deps) }, deps);
}

async function viewOf(person: Person, team: string, deps: ListenDeps): Promise<HomeView> {
	const overview = await deps.overview(person, `slack:${team}`);
	const threads = [...new Set(overview.sessions.map(({ thread }) => thread))];
	const linkTo = createLinkTo(deps);
	const links = await Promise.all(threads.map((id) => linkTo({ platform: 'slack', id }, deps.signal)));
	return homeView(overview, { deepLink: (thread) => links[threads.indexOf(thread)] });
}

interface Page {
	readonly team: string;
	readonly user: string;
	readonly view: HomeView;
}

async function publish({ team, user, view }: Page, { calls, signal }: ListenDeps): Promise<void> {
	const call = { method: 'views.publish', team, repeat: 'safe' } as const;
	await calls.run({ ...call, send: (client) => client.views.publish({ user_id: user, view }) }, signal);
}

async function suggestPrompts(team: string, channel: string, { calls, signal }: ListenDeps): Promise<void> {
	const args = { channel_id: channel, prompts: suggestedPrompts };
	await calls.run(
		{
			method: 'assistant.threads.setSuggestedPrompts',
			team,
			repeat: 'safe',
			send: (client) => client.assistant.threads.setSuggestedPrompts(args),
		},
		signal,
	);
}
