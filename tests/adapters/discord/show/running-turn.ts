import type { AgentEvent } from '../../../../src/chat/events.ts';
import { started, taken, toolStarted } from './events.ts';
import { createFeed, type Feed, type OpenShow, type Root } from './open-show.ts';

/** A turn that runs in a thread, with a live message in it that says `ls c1`. */
export interface RunningTurn extends Root {
	readonly feed: Feed;
	/** These are the last events; resolves when all is shown. */
	end(...events: readonly AgentEvent[]): Promise<void>;
}

/** `at`: a message of Ada's; default: one that begins a thread. */
export async function runningTurn(opened: OpenShow, at?: Root): Promise<RunningTurn> {
	const root = at ?? (await opened.root());
	const by = { id: `discord:${opened.discord.guild}/${opened.discord.ada}`, name: 'Ada' };
	const feed = createFeed();
	const showing = opened.show(root.thread, feed);
	feed.push(started, taken(root.key, [], by), toolStarted('c1'));
	await opened.see(() => opened.texts(root.thread).length === 1, 'the live message');
	return {
		...root,
		feed,
		async end(...events) {
			feed.push(...events);
			feed.end();
			await opened.until(showing);
		},
	};
}
