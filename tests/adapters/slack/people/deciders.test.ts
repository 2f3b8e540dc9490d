import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../../../src/adapters/slack/people/create-directory.ts';
import { createDeciders } from '../../../../src/adapters/slack/people/deciders.ts';
import { placeOf } from '../../../../src/adapters/slack/thread-keys.ts';
import { openOnFakeSlack } from '../api/on-fake-slack.ts';

const { signal } = new AbortController();
const ada = { id: 'slack:T1/U1', name: 'Ada' } as const;

describe('the direct conversation in which an admin is asked', () => {
	async function openDeciders() {
		const open = await openOnFakeSlack();
		const directory = createDirectory({ ...open.deps, groups: [] });
		const deciders = createDeciders({ ...open.deps, directory, groups: [] });
		return {
			...open,
			ask: () => deciders.directly(ada, 'slack:T1', signal),
			asked: () => open.slack.messages(open.slack.dm('U1')).map(({ ts }) => ts),
		};
	}

	it.each(['drop-response', 'drop-request', 'internal_error'])(
		'is begun once when Slack meets that with %s',
		async (fault) => {
			await using open = await openDeciders();
			open.slack.failNext('chat.postMessage', fault);
			const thread = await open.ask();
			expect(open.asked()).toEqual([thread && placeOf(thread).ts]);
		},
	);

	it('is begun where the app was not given the scope to open it', async () => {
		await using open = await openDeciders();
		open.slack.setScopes(['chat:write', 'im:history', 'users:read']);
		const thread = await open.ask();
		expect(thread && placeOf(thread).channel).toBe(open.slack.dm('U1'));
		expect(open.asked()).toEqual([thread && placeOf(thread).ts]);
	});

	it('has a thread for each time that one is asked, and none where Slack lets nobody write', async () => {
		await using open = await openDeciders();
		const threads = [await open.ask(), await open.ask()];
		expect(open.asked()).toEqual(threads.map((thread) => thread && placeOf(thread).ts));
		open.slack.failNext('chat.postMessage', 'messages_tab_disabled');
		expect(await open.ask()).toBeUndefined();
	});
});
