import { type FakeSlack, startFakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';
import type { SayOptions, Sent } from '../../tests/support/fake-slack/person/person.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { fileGivenWith, wordsOf } from './conversation.ts';
import type { PlannedMessage } from './plan.ts';
import { refuseSome } from './slack-limits.ts';
import { lookAt, notBegun } from './slack-look.ts';
import { addSpots, installEverywhere, type SlackSpot } from './slack-workspaces.ts';
import type { Count, FicklePlatform } from './soak-platform.ts';

/**
 * Slack's own are at once, and after one and five minutes; a bot that is started again is away for some seconds here. Connections end far
 * more often than they do for Slack, so that it tries more often.
 */
export const impatient: readonly number[] = [100, 4000, 15_000, 15_000, 15_000];

/** A fake Slack for so many threads: many workspaces, each installed through OAuth, all events over two sockets. */
export async function openSlack(threads: number, retryMs = impatient): Promise<FicklePlatform> {
	await using building = new AsyncDisposableStack();
	const slack = building.use(await startFakeSlack({ ackMs: 3000, retryMs, sharePolls: 1 }));
	const spots = addSpots(slack, threads);
	const port = await freePort();
	const publicUrl = `http://127.0.0.1:${port}`;
	const roots = new Map<number, string>();
	let disconnects = 0;
	const parts = building.move();
	return {
		settings: settingsOf(slack, port, publicUrl),
		async begin() {
			await installEverywhere(slack, publicUrl, spots);
			parts.use(refuseSome(slack));
		},
		async say(message) {
			const spot = spots[message.thread];
			if (!spot) throw new Error(`There is no thread ${message.thread}`);
			if (message.disconnect) {
				disconnects += 1;
				slack.disconnectSockets(endings[message.number % endings.length], 'after-next-delivery');
			}
			const sent = await sayIn(slack, spot, message, roots.get(message.thread));
			if (!roots.has(message.thread)) roots.set(message.thread, sent.ts);
			// A mention is delivered twice: one of them is enough.
			if (!sent.deliveries.some(({ acknowledged }) => acknowledged))
				throw new Error(`no ${message.number}: ${whyNot(sent)}`);
		},
		look: () =>
			spots.map((spot, at) => {
				const root = roots.get(at);
				return root === undefined ? notBegun : lookAt(slack, { ...spot, root });
			}),
		counts: () => [...countsOf(slack), { name: 'disconnects', value: disconnects, unit: 'times' }],
		away: slack.away,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** Of each delivery that was not acknowledged, what came of its tries. */
function whyNot({ deliveries }: Sent): string {
	const failed = deliveries.filter(({ acknowledged }) => !acknowledged);
	return failed.map(({ type, attempts }) => `${type} ${attempts.map(({ failure }) => failure).join(', ')}`).join('; ');
}

const endings = ['cut', 'close', 'warning', 'refresh_requested'] as const;

function settingsOf(slack: FakeSlack, port: number, publicUrl: string): Record<string, string> {
	return {
		SLACK_API_URL: slack.apiUrl,
		SLACK_APP_TOKEN: slack.appToken,
		SLACK_CLIENT_ID: slack.clientId,
		SLACK_CLIENT_SECRET: slack.clientSecret,
		SLACK_STATE_SECRET: 'a state secret of the soak',
		SLACK_PUBLIC_URL: publicUrl,
		SLACK_LISTEN: `127.0.0.1:${port}`,
	};
}

/** A channel's thread begins with a mention; later ones of it name the bot now and then, which makes two deliveries each. */
function sayIn(slack: FakeSlack, { person, channel, direct }: SlackSpot, message: PlannedMessage, root?: string) {
	const { kind, number, chance, duplicate } = message;
	const options: SayOptions = {
		duplicate,
		order: chance < 0.5 ? 'mention-first' : 'message-first',
		...(chance < 0.3 && { gapMs: 250 }),
		...(root !== undefined && { threadTs: root }),
		...((kind === 'file' || kind === 'tool') && {
			files: [fileGivenWith(number)],
			// A tool may have run before files come after their message.
			...(chance < 0.6 && kind === 'file' && { omitFilesFrom: 'app_mention' as const }),
			stub: chance > 0.8,
		}),
	};
	const mentions = !direct && (root === undefined || chance < 0.2);
	return slack.as(person)[mentions ? 'mention' : 'say'](channel, wordsOf(message), options);
}

function countsOf(slack: FakeSlack): Count[] {
	const calls = slack.calls();
	const limited = calls.filter(({ outcome }) => outcome === 'ratelimited').length;
	const deliveries = slack.deliveries();
	const attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempts.length, 0);
	const events = new Set(deliveries.map(({ payload }) => payload['event_id'])).size;
	return [
		{ name: 'events', value: events, unit: 'events' },
		{ name: 'events-redelivered', value: attempts - events, unit: 'deliveries' },
		{ name: 'calls', value: calls.length, unit: 'calls' },
		{ name: 'calls-refused', value: limited, unit: 'calls' },
	];
}
