import { expect, it } from 'vitest';
import type { Calls } from '../../../../src/adapters/slack/api/calls.ts';
import { createLinkTo } from '../../../../src/adapters/slack/api/permalink.ts';

const signal = new AbortController().signal;
const thread = { platform: 'slack', id: 'T1-C1-1700000000.000100' };
const permalink = 'https://acme.slack.com/archives/C1/p1700000000000100';

function linkWith(answer: () => Promise<unknown>, asked: unknown[] = []) {
	const client = {
		chat: {
			getPermalink: (args: unknown) => {
				asked.push(args);
				return answer();
			},
		},
	};
	const calls = { run: ({ send }) => send(client as never) } as Calls;
	return createLinkTo({ calls });
}

it('a thread has the address that Slack gives its root', async () => {
	const asked: unknown[] = [];
	const linkTo = linkWith(async () => ({ ok: true, permalink }), asked);
	expect(await linkTo(thread, signal)).toBe(permalink);
	expect(asked).toEqual([{ channel: 'C1', message_ts: '1700000000.000100' }]);
});

it('one that Slack tells none of, or that is not of Slack, has none', async () => {
	const asked: unknown[] = [];
	const linkTo = linkWith(() => Promise.reject(new Error('message_not_found')), asked);
	expect(await linkTo(thread, signal)).toBeUndefined();
	expect(await linkTo({ platform: 'terminal', id: 'T1-C1-1.1' }, signal)).toBeUndefined();
	expect(asked).toHaveLength(1);
});
