import { describe, expect, it } from 'vitest';
import { createSlack } from '../../../src/adapters/slack/slack.ts';
import { unused } from '../../../src/agent/forge/registry/registry.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { routeByPlatform } from '../../../src/route-by-platform.ts';
import { openSecrets } from '../../../src/store/files/secret-files.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fake-slack/fake-slack.ts';
import type { SeenMessage } from '../../support/fake-slack/seen.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { openWorkbench } from '../../support/workbench.ts';
import { noArtifacts } from '../artifacts-from.ts';
import { everybody } from '../everybody.ts';
import { nothingYet, settingsFor } from './listen/open-listen.ts';

async function openCore(slack: FakeSlack, home: string) {
	const settings = settingsFor(slack);
	const adapters: ReturnType<typeof createSlack>[] = [];
	const bench = openWorkbench({
		home,
		brain: scriptedModel([{ text: 'Hello.' }]),
		roles: { admins: ['slack:T1/U1'], members: undefined, guests: undefined },
		platforms: (store, commands) => {
			const secrets = openSecrets(`${home}/secrets`);
			const overview = async () => nothingYet;
			const denialOf = everybody;
			adapters.push(
				createSlack({
					openArtifact: noArtifacts,
					...store,
					settings,
					commands,
					secrets,
					overview,
					denialOf,
					log: silentLogger,
				}),
			);
			return routeByPlatform(adapters);
		},
	});
	for (const adapter of adapters) await adapter.start(bench.dispatch.accept);
	return {
		bench,
		async [Symbol.asyncDispose]() {
			for (const adapter of adapters) await adapter[Symbol.asyncDispose]();
			await bench[Symbol.asyncDispose]();
		},
	};
}

/** The bot's messages in the direct conversation with somebody. */
function messagesTo(slack: FakeSlack, user: string): readonly SeenMessage[] {
	return slack.messages(slack.dm(user)).filter(({ botId }) => botId);
}

const wordsTo = (slack: FakeSlack, user: string) => messagesTo(slack, user).map((message) => slack.plainText(message));

describe('a share that is proposed in a direct message', () => {
	it('is asked of the admin directly, decided there, and told to the asker', async () => {
		await using slack = await startFakeSlack();
		await using dir = await tempDir();
		await using core = await openCore(slack, dir.path);
		const { bench } = core;
		const { threadTs } = await slack.as('U2').mention(slack.dm('U2'), 'a secret');
		await waitFor(() => wordsTo(slack, 'U2').some((text) => text.includes('Hello.')), 'the answer');
		const [session = ''] = await bench.sessions.list();
		await keepTool(await bench.sessions.open(session), {}, { use: { ...unused, calls: 1 } });
		await slack.as('U2').mention(slack.dm('U2'), 'tools share double_number', { threadTs });
		await waitFor(
			() => wordsTo(slack, 'U1').some((text) => text.includes('Share numbers/double_number')),
			'the question',
		);
		expect(wordsTo(slack, 'U1').join()).toContain('Bo');
		expect(wordsTo(slack, 'U1').join()).not.toContain('a secret');
		await waitFor(() => wordsTo(slack, 'U2').join().includes('An admin has to decide that'), 'that others are asked');
		await pressFirst(slack, 'U1');
		await waitFor(() => wordsTo(slack, 'U2').some((text) => text.includes('Shared: ')), 'that it is shared');
		expect(await (await bench.sessions.catalog('slack-T1')).tools.list()).toHaveLength(1);
		await waitFor(
			() => wordsTo(slack, 'U1').some((text) => text.includes('answered: Share it')),
			'the closed question',
		);
	});
});

async function pressFirst(slack: FakeSlack, user: string): Promise<void> {
	const question = messagesTo(slack, user).find(({ blocks }) =>
		JSON.stringify(blocks ?? []).includes('answer-choice-0'),
	);
	if (!question) throw new Error('There is no question');
	await slack.as(user).click(question.ts, 'answer-choice-0');
}
