import { createBackground } from '../../../base/background.ts';
import { createInOrder } from '../../../base/in-order.ts';
import type { Interruptions } from '../../interruptions.ts';
import { acknowledgeAfter } from '../connect/acknowledge-after.ts';
import { createApp } from '../connect/create-app.ts';
import type { Door } from '../connect/door.ts';
import { createHttpDoor, type InstallPages } from '../connect/http-door.ts';
import { createSocketDoor } from '../connect/socket-door.ts';
import type { OpenInstallations } from '../install/open-installations.ts';
import { createAudiences } from '../people/audiences.ts';
import type { SlackSettings } from '../settings.ts';
import { groupScope, neededScopes } from '../slack-needs.ts';
import { createLateStops } from './late-stops.ts';
import type { ListenDeps } from './listen-deps.ts';
import { createTwins } from './twins.ts';

/** What the ways in are handed; what they know of channels is theirs. */
export type ReadyDeps = Omit<ListenDeps, 'audiences'>;

export interface CreateListenDeps {
	readonly settings: SlackSettings;
	readonly installations: OpenInstallations;
	/** Told while no socket stands. */
	readonly interruptions: Interruptions;
	/** What is done with what comes in. */
	readonly take: ReadyDeps;
}

/** What is taken in gets this long to be stored when we leave; whatever is not acknowledged Slack delivers again. */
const graceMs = 1000;

/**
 * Begins to listen to Slack. Resolves when it does; rejects with `ProblemError` where the settings are wrong. Disposing closes the ways
 * in: it resolves when they are closed and what had come in is stored or left to Slack.
 */
export async function listenToSlack(deps: CreateListenDeps): Promise<AsyncDisposable> {
	const { installations, take } = deps;
	const behind = createBackground(take.log);
	const app = createApp({
		take: {
			...take,
			audiences: createAudiences(take),
			twins: createTwins(take),
			lateStops: createLateStops(),
			inOrder: createInOrder(),
		},
		installations,
		background: behind.run,
		log: take.log,
	});
	const processor = acknowledgeAfter(app);
	await using doors = new AsyncDisposableStack();
	for (const door of doorsOf(deps)) await doors.use(door).open(processor);
	const opened = doors.move();
	return {
		async [Symbol.asyncDispose]() {
			await processor.settled(graceMs);
			await Promise.all([opened.disposeAsync(), behind.settled(graceMs)]);
		},
	};
}

function doorsOf({
	settings,
	installations: { store },
	interruptions,
	take: { clock, log },
}: CreateListenDeps): Door[] {
	const { receive, install, apiUrl, groups } = settings;
	const scopes = [...Object.keys(neededScopes), ...(groups.length > 0 ? [groupScope] : [])];
	const pages: InstallPages | undefined = install.kind === 'oauth' && store ? { install, store, scopes } : undefined;
	const common = { apiUrl, log, ...(pages && { pages }) };
	switch (receive.kind) {
		case 'http':
			return [createHttpDoor({ ...common, listen: receive.listen, signingSecret: receive.signingSecret })];
		case 'socket':
			return [
				...(install.kind === 'oauth' ? [createHttpDoor({ ...common, listen: install.listen })] : []),
				createSocketDoor({ receive, apiUrl, interruptions, log, clock }),
			];
	}
}
