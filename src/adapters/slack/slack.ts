import type { Command } from '../../agent/commands/command.ts';
import type { OverviewOf } from '../../agent/commands/overview.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { OpenArtifact } from '../../chat/events.ts';
import type { DenialOf } from '../../chat/inbound.ts';
import type { ListeningOf } from '../../chat/listening.ts';
import type { TitleOf } from '../../chat/title.ts';
import type { Records } from '../../store/records.ts';
import type { Secrets } from '../../store/secrets.ts';
import type { Bindings, Outbox } from '../../store/store.ts';
import type { Adapter, ComesBack } from '../adapter.ts';
import { createHeard } from '../intake/heard.ts';
import { createInterruptions } from '../intake/interruptions.ts';
import { createRendering } from '../markdown/rendering.ts';
import { createRunningTurns } from '../present/running-turns.ts';
import { tellingTrouble } from '../present/telling-trouble.ts';
import { createCalls } from './api/create-calls.ts';
import { findPosted } from './api/find-posted.ts';
import { createLinkTo } from './api/permalink.ts';
import { createProbe } from './api/probe.ts';
import { slackTrouble } from './api/problems/trouble.ts';
import { createRoots } from './api/roots.ts';
import { createSlackPast } from './decode/earlier.ts';
import { createSlackReread } from './decode/reread.ts';
import { createFetchSlackFile } from './files/fetch-slack-file.ts';
import { createNameSlackFile } from './files/name-files.ts';
import { createUploads } from './files/upload-artifacts.ts';
import { createInstallations } from './install/create-installations.ts';
import { listenToSlack } from './listen/create-listen.ts';
import { createHeardStatus } from './listen/heard-status.ts';
import { createPrivateThreads } from './listen/private-threads.ts';
import { createRecipients } from './listen/recipients.ts';
import { createDirectory } from './people/create-directory.ts';
import { createDeciders } from './people/deciders.ts';
import { receipt } from './render/parts.ts';
import { slackRenderers } from './render/renderers.ts';
import type { SlackSettings } from './settings.ts';
import { createSessionStatuses } from './show/session-status.ts';
import { createSessionTitles } from './show/session-title.ts';
import { createShowEvents } from './show/show-events.ts';
import { hasRoot, messageKey, type SlackPlace } from './thread-keys.ts';

export interface SlackDeps {
	readonly settings: SlackSettings;
	readonly commands: readonly Command[];
	readonly outbox: Outbox;
	readonly bindings: Bindings;
	readonly records: Records;
	readonly secrets: Secrets;
	readonly overview: OverviewOf;
	readonly openArtifact: OpenArtifact;
	readonly denialOf: DenialOf;
	/** Default: everybody, of whom some may mean others. */
	readonly listeningOf?: ListeningOf;
	/** Default: sessions have none. */
	readonly titleOf?: TitleOf;
	readonly log: Logger;
	/** Default: the machine's. */
	readonly clock?: Clock;
}

/**
 * Slack as a platform. `start` rejects with `ProblemError` where tokens, scopes or addresses are wrong. Disposing stops listening, ends
 * what is being shown, and resolves when all connections are closed.
 */
export function createSlack(deps: SlackDeps): Adapter {
	const { settings, log, clock = systemClock } = deps;
	const { apiUrl, groups, maxFileBytes } = settings;
	const leaving = new AbortController();
	const { signal } = leaving;
	let installed: ComesBack | undefined;
	const onInstalled = (team: string) => installed?.(team);
	const installations = createInstallations({ settings, secrets: deps.secrets, log, now: clock.now, onInstalled });
	const calls = createCalls({ installations, apiUrl, clock, log });
	const program = new URL('render/render-worker.ts', import.meta.url);
	const rendering = createRendering({ renderers: slackRenderers, program, log });
	const { render } = rendering;
	const roots = createRoots({ calls, clock });
	const api = { calls, roots, installations, apiUrl, render, clock, log, signal };
	const directory = createDirectory({ ...api, groups });
	const privateThreads = createPrivateThreads(api);
	const recipients = createRecipients();
	const running = createRunningTurns();
	const interruptions = createInterruptions(clock.now);
	const statuses = createSessionStatuses(api);
	const { records, titleOf = async () => undefined } = deps;
	const titles = createSessionTitles({ ...api, records, titleOf });
	const heard = createHeard((error) => log.info('Nobody sees that something was heard', { err: error }));
	const heardStatus = createHeardStatus({ statuses, running, records: deps.records, log });
	const speaking = createShowEvents({
		...api,
		outbox: deps.outbox,
		openArtifact: deps.openArtifact,
		uploads: createUploads({ ...api, outbox: deps.outbox, maxFileBytes, receipt }),
		...{ running, statuses, titles, heard },
		recipientOf: recipients.of,
		privately: privateThreads.say,
	});
	let listening: AsyncDisposable | undefined;

	return {
		platform: 'slack',
		async start(accept, comesBack) {
			installed = comesBack;
			await installations.start();
			const runningAt = (place: SlackPlace) => running.at(messageKey(place))?.thread;
			const known = { directory, privateThreads, recipients, runningAt, heard, heardStatus, titles };
			const handle = { ...deps, ...api, ...known, accept, comesBack };
			await heardStatus.recover();
			listening = await listenToSlack({ settings, installations, interruptions, handle });
			log.info('Slack is connected', { receive: settings.receive.kind });
		},
		intake: {
			files: { named: createNameSlackFile(api), fetch: createFetchSlackFile(api) },
			past: createSlackPast({ ...api, directory }),
			reread: createSlackReread({ ...api, directory, interruptions }),
			find: async (thread, key) => (hasRoot(thread) ? findPosted(api, { thread, key }, signal) : undefined),
			reach: { probe: createProbe(api), linkTo: createLinkTo(api), ...createDeciders({ ...api, directory, groups }) },
		},
		...tellingTrouble(speaking, slackTrouble),
		async [Symbol.asyncDispose]() {
			await listening?.[Symbol.asyncDispose]();
			leaving.abort(new Error('The connection to Slack is closing'));
			await Promise.all([calls[Symbol.asyncDispose](), rendering[Symbol.asyncDispose]()]);
		},
	};
}
