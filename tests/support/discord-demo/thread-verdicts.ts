import type { Episode, Verdict } from '../../../src/demo/verdicts.ts';
import type { FakeDiscord } from '../fake-discord/fake-discord.ts';
import type { SeenMessage } from '../fake-discord/seen.ts';
import { handedOver, mentionless, verdict } from '../platform-demo/common-verdicts.ts';
import { callVerdicts } from './call-verdicts.ts';
import { commandVerdicts } from './command-verdicts.ts';
import { customIdsOf, hasStop } from './own-messages.ts';

/** A thread in which the demo was played. */
export interface PlayedThread {
	readonly discord: FakeDiscord;
	/** Where `/smith ask` was used. */
	readonly channel: string;
	readonly thread: string;
	readonly episodes: readonly Episode[];
}

/** Verdicts on how Discord looks after the demo's two turns, judged by what the server holds and by what the bot asked of it. */
export function threadVerdicts(played: PlayedThread): Verdict[] {
	const { discord, channel, thread, episodes } = played;
	const all = discord.messages(thread);
	const own = all.filter(({ author }) => author === discord.botUser);
	const [second] = all.filter(({ author }) => author === discord.ada);
	const text = (message: SeenMessage) => discord.plainText(message);
	const files = own.flatMap(({ attachments }) => attachments);
	const answers = own.filter((message) => text(message).includes('Totals per region, highest first'));
	const rated = answers.filter((message) => customIdsOf(message).some((id) => id.startsWith('feedback')));
	const lines = own.filter((message) => /✓[^\n]*use_tool/.test(text(message)));
	const stoppable = own.filter(hasStop);
	const pinged = [...discord.messages(channel), ...own].filter((message) => discord.pings(message).length > 0);
	return [
		...commandVerdicts(played),
		...episodes.map((episode) => handedOver(episode, files, 'are attachments in the thread')),
		mentionless(second?.content, episodes),
		verdict('each answer stands once in the thread', `${answers.length} answers`, answers.length === 2),
		verdict('with feedback buttons below it', `${rated.length} of them`, rated.length === 2),
		verdict('what was done is left as lines', `${lines.length} messages`, lines.length === 2),
		verdict(
			'none of them offers to stop any more',
			`${stoppable.length} do`,
			lines.length > 0 && stoppable.length === 0,
		),
		verdict('nobody was pinged', `${pinged.length} messages ping`, own.length > 0 && pinged.length === 0),
		...callVerdicts(discord.calls()),
	];
}
