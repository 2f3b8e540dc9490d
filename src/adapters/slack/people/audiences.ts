import type { Clock } from '../../../clock.ts';
import { raceAbort } from '../../../race-abort.ts';
import type { Audience } from '../../../store/place.ts';
import type { Calls } from '../web/calls.ts';
import { createCache } from './cache.ts';

export interface AudiencesDeps {
	readonly calls: Calls;
	readonly clock: Pick<Clock, 'now'>;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

/** Who may read in a channel. */
export interface Audiences {
	/** `type`: what Slack calls the channel in an event, or its name in a command. Undefined where it cannot be found out now. */
	of(at: { readonly team: string; readonly channel: string }, type?: string): Promise<Audience | undefined>;
}

/** A channel is seldom made private; its messages say it at once. */
const ttlMs = 10 * 60_000;
const maxEntries = 5000;
/** The acknowledgement waits for it. */
const limitMs = 2000;
/** What is asked once for many is not called off by one of them. */
const unending = new AbortController().signal;

/** https://docs.slack.dev/reference/events/message and https://docs.slack.dev/interactivity/implementing-slash-commands */
const known: Readonly<Record<string, Audience>> = {
	channel: 'public',
	group: 'private',
	mpim: 'private',
	im: 'private',
	privategroup: 'private',
	directmessage: 'private',
};

export function createAudiences({ calls, clock, signal }: AudiencesDeps): Audiences {
	const channels = createCache<Audience>({ ttlMs, maxEntries, now: clock.now });
	const load = async (team: string, channel: string): Promise<Audience> => {
		const call = { method: 'conversations.info', team, repeat: 'safe' } as const;
		const answer = await calls.run({ ...call, send: (client) => client.conversations.info({ channel }) }, unending);
		const { is_private, is_im, is_mpim } = answer.channel ?? {};
		return is_private === false && !is_im && !is_mpim ? 'public' : 'private';
	};
	return {
		async of({ team, channel }, type) {
			if (/^[DG]/.test(channel)) return 'private';
			const told = type === undefined ? undefined : known[type];
			if (told !== undefined) return told;
			const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
			return await raceAbort(
				channels.get(`${team}/${channel}`, () => load(team, channel)),
				limit,
			).catch(() => undefined);
		},
	};
}
