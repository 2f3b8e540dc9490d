import type { Command } from '../../agent/commands/command.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { OpenArtifact } from '../../chat/events.ts';
import type { DenialOf } from '../../chat/inbound.ts';
import type { ListeningOf } from '../../chat/listening.ts';
import type { Records } from '../../store/records.ts';
import type { Bindings, Outbox } from '../../store/store.ts';
import type { Adapter } from '../adapter.ts';
import { createHeard } from '../intake/heard.ts';
import { createInterruptions } from '../intake/interruptions.ts';
import { createRendering } from '../markdown/rendering.ts';
import { createRunningTurns } from '../present/running-turns.ts';
import { tellingTrouble } from '../present/telling-trouble.ts';
import { createCalls } from './api/create-calls.ts';
import { createDiscordRest } from './api/create-rest.ts';
import { threadLink } from './api/direct.ts';
import { findPosted } from './api/find-posted.ts';
import { createInteractionAnswers } from './api/interaction-answers.ts';
import { createPostOnce } from './api/post-once.ts';
import { createProbe } from './api/probe.ts';
import { awayOr, discordTrouble } from './api/problems/trouble.ts';
import { createThreads } from './api/threads.ts';
import { createApplicationOf } from './application.ts';
import { createPlaces } from './connect/places.ts';
import { createDiscordPast } from './decode/earlier.ts';
import { createDiscordReread } from './decode/reread.ts';
import { createFetchDiscordFile } from './files/fetch-discord-file.ts';
import { createUploads } from './files/upload-artifacts.ts';
import { listenToDiscord } from './listen/create-listen.ts';
import { createDirectory } from './people/create-directory.ts';
import { createDeciders } from './people/deciders.ts';
import { discordRenderers } from './render/renderers.ts';
import { createReplies } from './replies.ts';
import type { DiscordSettings } from './settings.ts';
import { createShowEvents } from './show/show-events.ts';
import { placeIn } from './thread-keys.ts';

export interface DiscordDeps {
	readonly settings: DiscordSettings;
	readonly commands: readonly Command[];
	readonly outbox: Outbox;
	readonly bindings: Bindings;
	readonly records: Records;
	readonly denialOf: DenialOf;
	/** Default: everybody, of whom some may mean others. */
	readonly listeningOf?: ListeningOf;
	readonly openArtifact: OpenArtifact;
	readonly log: Logger;
	/** Default: the machine's. */
	readonly clock?: Clock;
}

/**
 * Discord as a platform. `start` rejects with `ProblemError` where the token or a setting is wrong. Disposing stops
 * listening, ends what is being shown, and resolves when all connections are closed.
 */
export function createDiscord(deps: DiscordDeps): Adapter {
	const { settings, log, outbox, clock = systemClock } = deps;
	const leaving = new AbortController();
	const { signal } = leaving;
	const rest = createDiscordRest(settings, log);
	const calls = createCalls({ rest, token: settings.token, clock, log });
	const application = createApplicationOf(calls);
	const places = createPlaces();
	const api = { calls, rest, application, places, settings, outbox, clock, log, signal };
	const answers = createInteractionAnswers(api);
	const postOnce = createPostOnce(api);
	const threads = createThreads(api);
	const replies = createReplies(clock);
	const running = createRunningTurns();
	const directory = createDirectory(api);
	const program = new URL('render/render-worker.ts', import.meta.url);
	const rendering = createRendering({ renderers: discordRenderers, program, log });
	const { render } = rendering;
	const interruptions = createInterruptions(clock.now);
	const heard = createHeard((error) => log.info('Nobody sees that something was heard', { err: error }));
	const parts = { ...api, heard, render, answers, postOnce, threads, replies, running, directory, interruptions };
	const speaking = createShowEvents({ ...parts, openArtifact: deps.openArtifact, uploads: createUploads(parts) });
	let listening: AsyncDisposable | undefined;

	return {
		platform: 'discord',
		async start(accept, comesBack) {
			listening = await listenToDiscord({ ...deps, ...parts, accept, comesBack }).catch((error: unknown) => {
				throw awayOr(error);
			});
		},
		intake: {
			files: { named: async (file) => file, fetch: createFetchDiscordFile(api) },
			past: createDiscordPast(parts),
			reread: createDiscordReread(parts),
			async find(thread, key) {
				const place = placeIn(thread);
				if (!place || place.kind === 'private') return undefined;
				return findPosted(
					{ calls, botUser: (await application(signal)).botUser },
					{ channel: place.channel, key },
					signal,
				);
			},
			reach: { probe: createProbe(parts), linkTo: async (thread) => threadLink(thread), ...createDeciders(parts) },
		},
		...tellingTrouble(speaking, discordTrouble),
		async [Symbol.asyncDispose]() {
			await listening?.[Symbol.asyncDispose]();
			leaving.abort(new Error('The connection to Discord is closing'));
			await Promise.all([calls[Symbol.asyncDispose](), rendering[Symbol.asyncDispose]()]);
		},
	};
}
