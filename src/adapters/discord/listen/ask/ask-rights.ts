import type { Person, Thread } from '../../../../chat/thread.ts';
import { personMet } from '../../decode/who-spoke.ts';
import { sentence } from '../../render/parts.ts';
import { noGuild, threadAt } from '../../thread-keys.ts';
import type { HandleDeps } from '../listen-deps.ts';
import type { Ask } from './asks.ts';

/** Whether others see that something is asked. Discord names the roles of whoever asks there, so that nobody has to be asked for them. Pure. */
export function isSeenByAll({ goesOn, channel }: Ask): boolean {
	return goesOn !== 'directly' && channel.guild !== undefined;
}

/** Discord waits for three seconds. */
const patienceMs = 2000;

/** The same, before Discord stops waiting; a sentence too when it cannot be found out by then. */
export async function whyNot(ask: Ask, deps: HandleDeps): Promise<string | undefined> {
	const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(patienceMs)]);
	try {
		return askDenial(ask, await personMet(metIn(ask), { ...deps, signal }), deps);
	} catch (error) {
		deps.log.warn('What somebody may do cannot be found out', { err: error });
		return 'Discord does not say now who you are here. Ask once more.';
	}
}

/** Why somebody may not ask that there; undefined: they may. Pure. */
export function askDenial(ask: Ask, person: Person, deps: HandleDeps): string | undefined {
	const { user, channel, thread } = ask;
	const here = { kind: 'private', guild: channel.guild ?? noGuild, channel: channel.id, user: user.id } as const;
	const at: Thread = thread === undefined ? threadAt(here) : { platform: 'discord', id: thread };
	return deps.denialOf({ type: 'message', person, thread: at });
}

/** What stands for all is taken away, and whoever asked is told alone. */
export async function deny(
	{ token, goesOn }: Ask,
	why: string,
	{ answers, self, signal, log }: HandleDeps,
): Promise<void> {
	const reply = { application: self.application, token, deferred: true };
	const said =
		goesOn === 'directly'
			? answers.editOriginal(reply, sentence(why), signal)
			: answers.removeOriginal(reply, signal).then(() => answers.followUp(reply, sentence(why), signal));
	await said.catch((error: unknown) => log.warn('A denial cannot be shown', { err: error }));
}

/** Where and as whom Discord met whoever asks. Pure. */
export function metIn({ user, member, channel }: Ask) {
	const { id, type, guild, parent } = channel;
	return {
		user,
		member: member && { nick: member.nick ?? null, roles: member.roles },
		channel: { id, type, guild, parent },
	};
}
