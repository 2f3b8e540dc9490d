import { describe, expect, it } from 'vitest';
import { createSlack } from '../../../src/adapters/slack/slack.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { openSecrets } from '../../../src/store/files/secret-files.ts';
import { startFakeSlack } from '../../support/fake-slack/fake-slack.ts';
import { type ScriptedModel, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { noArtifacts } from '../artifacts-from.ts';
import { openStage, type Place } from '../forge-place.ts';
import { nothingYet, settingsFor } from './listen/open-listen.ts';

/** A Slack and a data folder that outlive the bot. */
async function open() {
	await using building = new AsyncDisposableStack();
	const slack = building.use(await startFakeSlack());
	const dir = building.use(await tempDir());
	const place: Pick<Place, 'connect' | 'started' | 'admins'> = {
		admins: [],
		connect: ({ store, commands, home, denialOf }) =>
			createSlack({
				openArtifact: noArtifacts,
				...store,
				...{ settings: settingsFor(slack), commands, denialOf, log: silentLogger },
				secrets: openSecrets(`${home}/secrets`),
				overview: async () => nothingYet,
			}),
		started: async () => {},
	};
	const start = (brain: ScriptedModel) => openStage(place as Place, { home: dir.path, brain });
	const seen = () => slack.messages('C1').flatMap((one) => (one.botId ? [slack.plainText(one)] : []));
	const parts = building.move();
	return { slack, start, seen, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('what its author deletes in Slack while the turn runs', () => {
	it.each([
		['mention', 'in the channel'],
		['slash', 'by the slash command'],
	])('stops the turn, and nothing is said: asked by %s', async (way) => {
		await using opened = await open();
		const { slack, seen } = opened;
		const brain = scriptedModel([{ text: '', hangs: true }]);
		await using stage = await opened.start(brain);
		if (way === 'mention') await slack.as('U1').mention('C1', 'begin');
		else await slack.as('U1').slash('/smith', 'begin', 'C1');
		await waitFor(() => brain.requests.length === 1, 'the turn');
		const [root] = slack.messages('C1');
		const before = seen().filter((text) => !text.includes('asks:'));
		if (way === 'mention') await slack.as('U1').remove(root?.ts ?? '');
		else {
			// Slack takes no status of a thread whose first message is gone.
			await waitFor(() => slack.status('C1', root?.ts ?? '')?.status === 'processing', 'the Stop button');
			await slack.deleteAsAdmin(root?.ts ?? '');
			await slack.as('U1').stopSession('C1', root?.ts ?? '');
		}
		await stage.bench.dispatch.settled();
		expect([before, seen(), await stage.bench.store.inbox.sessions()]).toEqual([[], [], []]);
	});

	it('is answered nowhere when that was while the bot was away', async () => {
		await using opened = await open();
		const { slack, seen } = opened;
		const first = scriptedModel([{ text: '', hangs: true }]);
		await (async () => {
			await using _stage = await opened.start(first);
			await slack.as('U1').mention('C1', 'begin');
			await waitFor(() => first.requests.length === 1, 'the turn');
		})();
		const [root] = slack.messages('C1');
		slack
			.as('U1')
			.remove(root?.ts ?? '')
			.catch(() => {});
		const brain = scriptedModel([{ text: 'It is 42.' }]);
		await using stage = await opened.start(brain);
		// Its model may be asked once more before Slack delivers that, or not any more.
		const { inbox } = stage.bench.store;
		await waitFor(async () => (await inbox.sessions()).length === 0, 'the end of the turn');
		await stage.bench.dispatch.settled();
		expect([seen(), await inbox.sessions()]).toEqual([[], []]);
	});
});
