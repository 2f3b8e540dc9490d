import type { APIMessage, APIMessageApplicationCommandInteraction } from 'discord-api-types/v10';
import { isOurs } from '../../intake/handle-message.ts';
import { wholeOf } from '../../intake/said.ts';
import { askToWorkOn } from '../../intake/shared-message.ts';
import { linkTo, openDirect } from '../api/direct.ts';
import { discordSentence } from '../api/problems/discord-sentence.ts';
import { audienceOf, threadPlace } from '../decode/channel.ts';
import { completeMessage } from '../decode/complete-message.ts';
import { type Meeting, mayBeginThread, personIn, privatePlace } from '../decode/decode-interaction.ts';
import { aboutOf, filesOf, nameOf, wordsFor } from '../decode/decode-message.ts';
import { aboutFor, withOwner } from '../decode/file-owners.ts';
import { threadName } from '../render/parts.ts';
import { type DiscordPlace, threadAt } from '../thread-keys.ts';
import { acceptFrom, answerWith, type Ending, says } from './ask/respond.ts';
import type { HandleDeps } from './listen-deps.ts';

/** Takes in that somebody wants a message worked on: in its thread, its words quoted as data, with its files. */
export async function handleWorkOnThis(
	meeting: Meeting,
	{ data }: APIMessageApplicationCommandInteraction,
	deps: HandleDeps,
): Promise<void> {
	const message = data.resolved.messages[data.target_id];
	const work = async () =>
		message ? await workOn(meeting, message, deps) : says('That message is not there any more.');
	await answerWith(meeting, 'says', work, deps);
}

async function workOn(meeting: Meeting, message: APIMessage, deps: HandleDeps): Promise<Ending> {
	const { key, at, channel } = meeting;
	const person = await personIn(meeting, deps);
	const where = threadAt(meeting.inside ?? privatePlace(meeting));
	const denial = deps.denialOf({ type: 'message', person, thread: where });
	if (denial !== undefined) return says(denial);
	const place = await placeFor(meeting, message, deps);
	const thread = threadAt(place);
	const ours = await isOurs(thread, deps);
	const withEarlier = place.kind === 'thread' && place.channel === channel.id && !ours;
	const { text, files } = await wholeAbout(message, meeting, deps);
	deps.authors.remember(key, person);
	const audience = place.kind === 'dm' ? undefined : audienceOf(channel, deps.places);
	const common = { key, thread, person, at, text, files, ...(audience && { audience }) };
	const inbound = { ...common, type: 'message', ...(withEarlier && { withEarlier }) } as const;
	await deps.inTurn({ id: meeting.interaction.id, channel: channel.id }, () => acceptFrom(meeting, deps)(inbound));
	return await begun(meeting, place, text, deps);
}

/** The thread that the message is in, or the one that begins on it; where none can be, the person's direct conversation. */
async function placeFor(meeting: Meeting, message: APIMessage, deps: HandleDeps): Promise<DiscordPlace> {
	const { inside, channel, user } = meeting;
	const own = mayBeginThread(meeting) ? threadPlace(channel, message.id) : undefined;
	return inside ?? own ?? { kind: 'dm', channel: await openDirect(user.id, deps) };
}

/** The Brain is told whose words these are, and that they are data; what the message answers or hands on comes along. */
async function wholeAbout(
	message: APIMessage,
	meeting: Meeting,
	deps: HandleDeps,
): Promise<ReturnType<typeof wholeOf>> {
	const { channel } = meeting;
	const completed = await completeMessage(message, channel.guild, deps);
	const guild = channel.guild === undefined ? undefined : deps.places.guilds.get(channel.guild);
	const surroundings = { ...deps, guild };
	const own = await withOwner(filesOf(completed), completed, meeting, deps);
	const about = await aboutFor({ about: aboutOf(completed, surroundings) }, meeting, deps);
	const { text, files } = wholeOf({ text: wordsFor(completed, surroundings).trim(), files: own }, about);
	return { text: askToWorkOn(nameOf(message.author), text), files };
}

/** The thread must be there for its link to lead anywhere. */
async function begun(meeting: Meeting, place: DiscordPlace, text: string, deps: HandleDeps): Promise<Ending> {
	if (place.kind === 'private') return { kind: 'quiet' };
	try {
		const name = text.replace(/^.*\n/, '').replaceAll(/^> /gm, '');
		await deps.threads.ensureThread(place, threadName(name), deps.signal);
	} catch (error) {
		return says(discordSentence('begin a thread here', error));
	}
	const guild = place.kind === 'dm' ? '@me' : place.guild;
	return says(meeting.inside ? 'I work on it.' : `I work on it: ${linkTo(guild, place.channel)}`);
}
