import type { Reach } from '../../../chat/reach.ts';
import { hasRoot, placeOf } from '../thread-keys.ts';
import type { Calls } from './calls.ts';

/** `Reach.linkTo` for Slack: of a thread's root, https://docs.slack.dev/reference/methods/chat.getPermalink; none where it gives none. */
export function createLinkTo({ calls }: { readonly calls: Calls }): Reach['linkTo'] {
	return async (thread, signal) => {
		if (!hasRoot(thread)) return undefined;
		const { team, channel, ts } = placeOf(thread);
		const call = { method: 'chat.getPermalink', team, repeat: 'safe' } as const;
		const args = { channel, message_ts: ts };
		return await calls.run({ ...call, send: (client) => client.chat.getPermalink(args) }, signal).then(
			({ permalink }) => permalink,
			() => undefined,
		);
	};
}
