import { createSlack } from '../../../src/adapters/slack/slack.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { openSecrets } from '../../../src/store/files/secret-files.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fake-slack/fake-slack.ts';
import type { SeenMessage } from '../../support/fake-slack/seen.ts';
import type { Place, PlaceThread, Somebody } from '../forge-place.ts';
import { installIn, oauthSettings, withSecondTeam } from './install/install-in.ts';
import { nothingYet, settingsFor } from './listen/open-listen.ts';

/** Two workspaces of Slack: in the first Ada is admin, Bo a member; in the other there is Eve, who shares a channel with them. */
export async function slackPlace(): Promise<Place & { readonly slack: FakeSlack }> {
	const slack = await startFakeSlack();
	withSecondTeam(slack);
	slack.addChannel({ id: 'C25', members: ['U1', 'U2', 'U21'], extShared: true });
	const settings = settingsFor(slack, await oauthSettings(slack, 'socket'));
	let isInstalled = false;
	return {
		slack,
		admins: ['slack:T1/U1'],
		members: ['slack:T1/U1', 'slack:T1/U2'],
		catalog: 'slack-T1',
		outage: slack.outage,
		connect: ({ store, commands, home, denialOf, openArtifact, clock }) =>
			createSlack({
				openArtifact,
				...store,
				...{ settings, commands, denialOf, log: silentLogger, ...(clock && { clock }) },
				secrets: openSecrets(`${home}/secrets`),
				overview: async () => nothingYet,
			}),
		async started() {
			if (!isInstalled) for (const team of ['T1', 'T2']) await installIn(slack, settings, team);
			isInstalled = true;
		},
		thread: (workspace = 'first') => threadIn(slack, wheres[workspace]),
		direct: () => threadIn(slack, { channel: slack.dm('U1'), admin: 'U1', member: 'U1', stranger: 'U21' }),
		[Symbol.asyncDispose]: () => slack[Symbol.asyncDispose](),
	};
}

function textOf(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString();
}

interface Where extends Readonly<Record<Somebody, string>> {
	readonly channel: string;
}

const ours = { admin: 'U1', member: 'U2', stranger: 'U21' };
const wheres = {
	first: { channel: 'C1', ...ours },
	shared: { channel: 'C25', ...ours },
	other: { channel: 'C21', admin: 'U21', member: 'U21', stranger: 'U1' },
} as const;

function threadIn(slack: FakeSlack, { channel, ...people }: Where): PlaceThread {
	let threadTs: string | undefined;
	const posts = () => (threadTs === undefined ? [] : slack.messages(channel, threadTs)).filter(({ botId }) => botId);
	const wordsOf = (message: SeenMessage) => slack.plainText(message);
	return {
		as(who) {
			const user = people[who];
			const say = async (words: string) => {
				const at = threadTs === undefined ? {} : { threadTs };
				threadTs = (await slack.as(user).mention(channel, words, at)).threadTs;
			};
			return {
				say,
				command: say,
				press: async ({ id, buttons }, choice) => void (await slack.as(user).click(id, buttons[choice] ?? '')),
				toldApart: () =>
					posts()
						.filter(({ ephemeralTo }) => ephemeralTo === user)
						.map(wordsOf),
			};
		},
		seen: () =>
			posts()
				.filter(({ ephemeralTo }) => ephemeralTo === undefined)
				.map(wordsOf),
		files: () => posts().flatMap(({ files }) => files.map(({ name, bytes }) => ({ name, text: textOf(bytes) }))),
		isAtWork: () => slack.status(channel, threadTs ?? '')?.status === 'processing',
		questions: () =>
			posts().flatMap((message) => {
				const buttons = [...JSON.stringify(message.blocks).matchAll(/"action_id":"(answer-choice-\d)"/g)];
				const text = wordsOf(message);
				return buttons.length > 0 ? [{ id: message.ts, buttons: buttons.map(([, id = '']) => id), text }] : [];
			}),
	};
}
