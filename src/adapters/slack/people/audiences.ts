import type { Clock } from '../../../base/clock.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { Audience } from '../../../chat/place.ts';
import { createCache } from '../../intake/cache.ts';
import type { Calls } from '../api/calls.ts';

export interface AudiencesDeps {
	readonly calls: Calls;
	readonly clock: Pick<Clock, 'now'>;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

/** Who may read in a channel. */
export interface Audiences {
	/** Undefined where it cannot be found out now. */
	of(at: { readonly team: string; readonly channel: string }, told?: ToldOfChannel): Promise<Audience | undefined>;
}

/** What Slack says of a channel by the way. */
export interface ToldOfChannel {
	/** In an event. */
	readonly type?: string | undefined;
	/** In a command: of some channels a word of Slack's, of all others what people call them. */
	readonly name?: string | undefined;
}

/** A channel is seldom made private; its messages say it at once. */
const ttlMs = 10 * 60_000;
const maxEntries = 5000;
/** The acknowledgement waits for it. */
const limitMs = 2000;
/** What is asked once for many is not called off by one of them. */
const unending = new AbortController().signal;

/** https://docs.slack.dev/reference/events/message */
const types = new Map<string, Audience>([
	['channel', 'public'],
	['group', 'private'],
	['mpim', 'private'],
	['im', 'private'],
]);
/** https://docs.slack.dev/interactivity/implementing-slash-commands */
const privateNames = ['privategroup', 'directmessage'];

export function createAudiences({ calls, clock, signal }: AudiencesDeps): Audiences {
	const channels = createCache<Audience>({ ttlMs, maxEntries, now: clock.now });
	const load = async (team: string, channel: string): Promise<Audience> => {
		const call = { method: 'conversations.info', team, repeat: 'safe' } as const;
		const answer = await calls.run({ ...call, send: (client) => client.conversations.info({ channel }) }, unending);
		const { is_private, is_im, is_mpim } = answer.channel ?? {};
		return is_private === false && !is_im && !is_mpim ? 'public' : 'private';
	};
	return {
		async of({ team, channel }, { type = '', name = '' } = {}) {
			if (/^[DG]/.test(channel) || privateNames.includes(name)) return 'private';
			const told = types.get(type);
			if (told !== undefined) return told;
			const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
			return await raceAbort(
				channels.get(`${team}/${channel}`, () => load(team, channel)),
				limit,
			).catch(() => undefined);
		},
	};
}
