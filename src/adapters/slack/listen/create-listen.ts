import { createInOrder } from '../../../base/in-order.ts';
import { createBackground } from '../../background.ts';
import { denyOnce } from '../../intake/deny-once.ts';
import type { Interruptions } from '../../intake/interruptions.ts';
import { createLeftBehind } from '../../intake/left-behind.ts';
import { createRecent } from '../../intake/recent.ts';
import { actBodySchema, processLeft } from '../connect/ack-in-time.ts';
import { createApp } from '../connect/create-app.ts';
import { createHttpReceiver, type InstallPages } from '../connect/http-receiver.ts';
import type { Receiver } from '../connect/receiver.ts';
import { acknowledgeAfter } from '../connect/receiver.ts';
import { createSocketReceiver } from '../connect/socket-receiver.ts';
import type { OpenInstallations } from '../install/open-installations.ts';
import { createAudiences } from '../people/audiences.ts';
import type { SlackSettings } from '../settings.ts';
import { groupScope, neededScopes } from '../slack-needs.ts';
import { mostLateStops } from './handle-message.ts';
import type { ListenDeps } from './listen-deps.ts';
import { createMentionDedupe } from './mention-dedupe.ts';

/** Handed to the ways in; what they know of channels is their own. */
export type ReadyDeps = Omit<ListenDeps, 'audiences'>;

export interface CreateListenDeps {
	readonly settings: SlackSettings;
	readonly installations: OpenInstallations;
	/** Told while no socket stands. */
	readonly interruptions: Interruptions;
	/** Takes in whatever comes. */
	readonly handle: ReadyDeps;
}

/** Deliveries that are being taken in get this long to be stored when we leave; whatever is not acknowledged Slack delivers again. */
const graceMs = 1000;

/**
 * Begins to listen to Slack. Resolves when it does; rejects with `ProblemError` where the settings are wrong. Disposing closes the ways
 * in: it resolves when they are closed and what had come in is stored or left to Slack.
 */
export async function listenToSlack(deps: CreateListenDeps): Promise<AsyncDisposable> {
	const { installations, handle } = deps;
	const behind = createBackground(handle.log);
	const app = createApp({
		handle: {
			...handle,
			accept: denyOnce(handle),
			audiences: createAudiences(handle),
			dedupe: createMentionDedupe(handle),
			lateStops: createRecent(mostLateStops),
			inOrder: createInOrder(),
		},
		installations,
		background: behind.run,
		log: handle.log,
	});
	const { clock, log, records, signal } = handle;
	const acts = { kept: createLeftBehind(records, 'slack-acts', actBodySchema), clock, log, signal };
	const left = processLeft(app, acts);
	const processor = acknowledgeAfter(app, acts);
	await using receivers = new AsyncDisposableStack();
	for (const receiver of receiversOf(deps)) await receivers.use(receiver).open(processor);
	behind.run('What an earlier process has left is not taken in', left);
	const opened = receivers.move();
	return {
		async [Symbol.asyncDispose]() {
			await processor.settled(graceMs);
			await Promise.all([opened.disposeAsync(), behind.settled(graceMs)]);
		},
	};
}

function receiversOf({
	settings,
	installations: { store },
	interruptions,
	handle: { clock, log },
}: CreateListenDeps): Receiver[] {
	const { receive, install, apiUrl, groups } = settings;
	const scopes = [...Object.keys(neededScopes), ...(groups.length > 0 ? [groupScope] : [])];
	const pages: InstallPages | undefined = install.kind === 'oauth' && store ? { install, store, scopes } : undefined;
	const common = { apiUrl, log, ...(pages && { pages }) };
	switch (receive.kind) {
		case 'http':
			return [createHttpReceiver({ ...common, listen: receive.listen, signingSecret: receive.signingSecret })];
		case 'socket':
			return [
				...(install.kind === 'oauth' ? [createHttpReceiver({ ...common, listen: install.listen })] : []),
				createSocketReceiver({ receive, apiUrl, interruptions, log, clock }),
			];
	}
}
