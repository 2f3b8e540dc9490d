import type { GivenCommand } from '../../../../agent/commands/syntax/parse-command.ts';
import { type Meeting, mayBeginThread } from '../../decode/decode-interaction.ts';
import type { Files } from '../../decode/option-values.ts';
import { threadAt } from '../../thread-keys.ts';
import type { HandleDeps } from '../listen-deps.ts';
import { isSeenByAll, whyNot } from './ask-rights.ts';
import type { Ask } from './asks.ts';
import { finishAsk } from './finish-ask.ts';
import { answerWith, deferralOf, says } from './respond.ts';

/** Words and files that somebody sends with a command. */
export interface Request {
	readonly text: string;
	readonly files: Files;
	/** It was given by this command of the core; the words are how people would have written it. */
	readonly command?: GivenCommand;
}

/**
 * Takes in a request: in the thread or the direct conversation where it is asked, else in a thread of its own, which begins on the answer
 * that Discord waits for. It is kept until it is stored. Who was told by Discord that it did not work asks once more: it is dropped.
 */
export async function handleAsk(meeting: Meeting, request: Request, deps: HandleDeps): Promise<void> {
	const ask = askOf(meeting, request);
	const why = isSeenByAll(ask) ? await whyNot(ask, deps) : undefined;
	if (why !== undefined) return await answerWith(meeting, 'says', async () => says(why), deps);
	const done = await deps.asks.keep(ask);
	// The answer to a command is for its thread.
	deps.replies.remember(meeting.key, { ...meeting.reply, ...(request.command && { forAll: true }) });
	const answer = deferFirst(meeting, ask, deps);
	await inTurn(ask, deps, async () => {
		const answered = await answer;
		if (answered?.outcome === 'too-late') deps.log.warn('Discord did not wait for the answer to a request');
		else await finishAsk(ask, answered, deps);
		await done();
	});
}

/** Goes on with a request that an earlier process has left behind while it was being asked. */
export async function resumeAsk(ask: Ask, done: () => Promise<void>, deps: HandleDeps): Promise<void> {
	await inTurn(ask, deps, async () => {
		await finishAsk(ask, undefined, deps);
		await done();
	});
}

/** Undefined: nobody knows whether Discord has taken it. */
async function deferFirst(meeting: Meeting, { goesOn }: Ask, { answers, signal, log }: HandleDeps) {
	const deferral = deferralOf(goesOn === 'directly' ? 'says' : 'shows');
	try {
		return await answers.respond(meeting.interaction, deferral, signal);
	} catch (error) {
		log.warn('What became of an answer to Discord is not known', { err: error });
		return undefined;
	} finally {
		meeting.responded();
	}
}

/** After what was said before it where it is asked. */
function inTurn({ id, goesOn, channel }: Ask, deps: HandleDeps, work: () => Promise<void>): Promise<void> {
	return goesOn === 'inside' ? deps.inTurn({ id, channel: channel.id }, work) : work();
}

function askOf(meeting: Meeting, { text, files, command }: Request): Ask {
	const { interaction, at, user, member, channel, inside } = meeting;
	const { id, username, global_name } = user;
	const { id: channelId, type, guild, parent } = channel;
	return {
		id: interaction.id,
		token: interaction.token,
		at,
		user: { id, username, global_name },
		...(member && { member: { nick: member.nick, roles: [...member.roles] } }),
		channel: {
			...{ id: channelId, type },
			...(guild !== undefined && { guild }),
			...(parent !== undefined && { parent }),
		},
		text,
		files: [...files],
		...(command && { command }),
		...(inside
			? { goesOn: 'inside', thread: threadAt(inside).id }
			: { goesOn: mayBeginThread(meeting) ? 'in-channel' : 'directly' }),
	};
}
