import type { Clock } from '../../../base/clock.ts';
import type { SlackRequest } from './calls.ts';
import { createGate, type Gate } from './gate.ts';
import { channelRate, createBucket, createLearningBucket, rateOf } from './rates.ts';

/** The gates of a request, narrowest first; a limit holds up the first one. */
export type GatesOf = (
	request: Pick<SlackRequest<unknown>, 'team' | 'method' | 'channel'>,
) => readonly [Gate, ...Gate[]];

/** Of more channels than this those are forgotten in which nothing has been said for a while. */
const mostChannels = 5000;

export function createGates(clock: Clock): GatesOf {
	const methods = new Map<string, Gate>();
	/** Those that were asked for last come last. */
	const channels = new Map<string, Gate>();
	const ofMethod = (team: string, method: string) => {
		const key = `${team} ${method}`;
		const gate = methods.get(key) ?? createGate(createBucket(rateOf(method)), clock);
		methods.set(key, gate);
		return gate;
	};
	const ofChannel = (team: string, channel: string) => {
		const key = `${team} ${channel}`;
		const gate = channels.get(key) ?? createGate(createLearningBucket(channelRate), clock);
		channels.delete(key);
		channels.set(key, gate);
		for (const [oldest, { isIdle }] of channels) {
			if (channels.size <= mostChannels || !isIdle()) break;
			channels.delete(oldest);
		}
		return gate;
	};
	return ({ team, method, channel }) => {
		const gate = ofMethod(team, method);
		return method === 'chat.postMessage' && channel !== undefined ? [ofChannel(team, channel), gate] : [gate];
	};
}
