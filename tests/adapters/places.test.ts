import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { waitFor } from '../support/wait-for.ts';
import { discordPlace } from './discord/discord-place.ts';
import { has, openStage, type PlaceThread } from './forge-place.ts';
import { slackPlace } from './slack/slack-place.ts';

const hello = { text: 'Hello.' };
const isAnswered = (thread: PlaceThread) => waitFor(() => has(thread.seen(), 'Hello.'), 'the answer');
/** All that somebody sees who gives a command in a thread. */
const wordsIn = (thread: PlaceThread) => [...thread.seen(), ...thread.as('admin').toldApart()].join('\n');

describe.each([
	['Slack', slackPlace],
	['Discord', discordPlace],
])('a session of %s', (_, open) => {
	it('is not there for anybody in another place, whoever they are', async () => {
		await using place = await open();
		await using dir = await tempDir();
		await using stage = await openStage(place, { home: dir.path, brain: scriptedModel([hello, hello]) });
		const thread = place.thread();
		await thread.as('admin').say('our secret plan');
		await isAnswered(thread);
		const [session = ''] = await stage.bench.sessions.list();
		const other = place.thread('other');
		await other.as('admin').say('hello');
		await isAnswered(other);
		await stage.bench.dispatch.settled();
		await other.as('admin').say(`load ${session}`);
		await waitFor(() => wordsIn(other).includes('There is no session'), 'the answer');
		expect(wordsIn(other)).not.toContain('secret');
		const [bound] = await stage.bench.store.bindings.threadsOf(session);
		expect(await stage.bench.store.bindings.threadsOf(session)).toEqual([bound]);
	});

	it('is not there in a direct conversation, and one of that in no thread', async () => {
		await using place = await open();
		await using dir = await tempDir();
		await using stage = await openStage(place, { home: dir.path, brain: scriptedModel([hello, hello]) });
		const direct = place.direct();
		await direct.as('admin').say('between us');
		await isAnswered(direct);
		const [session = ''] = await stage.bench.sessions.list();
		const thread = place.thread();
		await thread.as('admin').say('in public');
		await isAnswered(thread);
		await stage.bench.dispatch.settled();
		await thread.as('admin').say(`load ${session}`);
		await waitFor(() => wordsIn(thread).includes('There is no session'), 'the answer');
		expect(wordsIn(thread)).not.toContain('between us');
	});

	it('that all may read is gone on with by an admin of its place', async () => {
		await using place = await open();
		await using dir = await tempDir();
		await using stage = await openStage(place, { home: dir.path, brain: scriptedModel([hello, hello]) });
		const thread = place.thread();
		await thread.as('member').say('in public');
		await isAnswered(thread);
		const [session = ''] = await stage.bench.sessions.list();
		const second = place.thread();
		await second.as('admin').say('hello');
		await isAnswered(second);
		await stage.bench.dispatch.settled();
		await second.as('admin').say(`load ${session}`);
		await waitFor(() => wordsIn(second).includes(`Loaded ${session}`), 'the answer');
	});
});
