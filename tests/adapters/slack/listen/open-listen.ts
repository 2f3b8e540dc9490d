import { createHeard } from '../../../../src/adapters/intake/heard.ts';
import { createInterruptions, type Interruptions } from '../../../../src/adapters/intake/interruptions.ts';
import { createCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import { createRoots } from '../../../../src/adapters/slack/api/roots.ts';
import { createInstallations } from '../../../../src/adapters/slack/install/create-installations.ts';
import type { OpenInstallations } from '../../../../src/adapters/slack/install/open-installations.ts';
import { listenToSlack, type ReadyDeps } from '../../../../src/adapters/slack/listen/create-listen.ts';
import { createHeardStatus } from '../../../../src/adapters/slack/listen/heard-status.ts';
import { createPrivateThreads, type PrivateThreads } from '../../../../src/adapters/slack/listen/private-threads.ts';
import { createRecipients } from '../../../../src/adapters/slack/listen/recipients.ts';
import { createDirectory } from '../../../../src/adapters/slack/people/create-directory.ts';
import { slackRenderers } from '../../../../src/adapters/slack/render/renderers.ts';
import type { SlackSettings } from '../../../../src/adapters/slack/settings.ts';
import { createSessionStatuses } from '../../../../src/adapters/slack/show/session-status.ts';
import { createSessionTitles } from '../../../../src/adapters/slack/show/session-title.ts';
import type { SlackPlace } from '../../../../src/adapters/slack/thread-keys.ts';
import type { Command } from '../../../../src/agent/commands/command.ts';
import type { Overview } from '../../../../src/agent/commands/overview.ts';
import { type Clock, systemClock } from '../../../../src/base/clock.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import type { Accept, DenialOf, Inbound } from '../../../../src/chat/inbound.ts';
import type { Question } from '../../../../src/chat/question.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import type { Records } from '../../../../src/store/records.ts';
import type { Secrets } from '../../../../src/store/secrets.ts';
import type { FakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { everybody } from '../../everybody.ts';
import { memoryRecords } from '../../memory-records.ts';
import { renderHere } from '../../render-here.ts';
import { memorySecrets } from './memory-secrets.ts';
import { verbs } from './verbs.ts';

export interface OpenListenOptions {
	readonly settings?: Partial<SlackSettings>;
	readonly commands?: readonly Command[];
	readonly questions?: readonly Question[];
	readonly overview?: Overview;
	readonly secrets?: Secrets;
	/** What the core does instead of keeping it. */
	readonly accept?: Accept;
	/** Default: everybody may do everything. */
	readonly denialOf?: DenialOf;
	/** Hears of places that the bot is let into again. */
	readonly comesBack?: (place: string) => void;
	/** Default: the machine's. */
	readonly clock?: Clock;
	/** Kept from an earlier process. */
	readonly records?: Records;
	/** Where turns are shown that run. */
	readonly running?: ReadonlyMap<string, Thread>;
}

/** The ways in from a Slack, with a core that keeps what comes in and calls its thread its own from then on. */
export interface OpenListen extends AsyncDisposable {
	readonly inbounds: readonly Inbound[];
	readonly installations: OpenInstallations;
	readonly privateThreads: PrivateThreads;
	readonly deps: ReadyDeps;
	readonly interruptions: Interruptions;
	/** Of one type, in order. */
	of<Type extends Inbound['type']>(type: Type): Extract<Inbound, { type: Type }>[];
	bind(thread: Thread): void;
}

export const nothingYet: Overview = {
	sessions: [],
	usage: { inputTokens: 0, outputTokens: 0, modelCalls: 0 },
	tools: [],
};

export function settingsFor(slack: FakeSlack, changes: Partial<SlackSettings> = {}): SlackSettings {
	return {
		apiUrl: slack.apiUrl,
		install: { kind: 'token', botToken: slack.botToken },
		receive: { kind: 'socket', appToken: slack.appToken },
		groups: [],
		maxFileBytes: 2 ** 20,
		...changes,
	};
}

function keysOf(inbound: Inbound): readonly string[] {
	return [inbound.key, ...((inbound.type === 'message' && inbound.parts) || [])];
}

export async function openListen(slack: FakeSlack, options: OpenListenOptions = {}): Promise<OpenListen> {
	const settings = settingsFor(slack, options.settings);
	const log = silentLogger;
	const { clock = systemClock } = options;
	const leaving = new AbortController();
	const secrets = options.secrets ?? memorySecrets();
	const installations = createInstallations({ settings, secrets, log, now: clock.now });
	const calls = createCalls({ installations, apiUrl: settings.apiUrl, clock, log });
	const directory = createDirectory({ calls, installations, groups: settings.groups, log, clock });
	const render = renderHere(slackRenderers);
	const privateThreads = createPrivateThreads({ calls, render, clock, log, signal: leaving.signal });
	const inbounds: Inbound[] = [];
	const heard = createHeard(() => {});
	const statuses = createSessionStatuses({ calls, clock, log, signal: leaving.signal });
	const records = options.records ?? memoryRecords();
	const heardStatus = createHeardStatus({ statuses, running: { all: () => [] }, records, log });
	const ours = new Set<string>();
	const keep: Accept = async (inbound) => {
		const seen = inbounds.some((one) => keysOf(one).includes(inbound.key));
		inbounds.push(inbound);
		ours.add(inbound.thread.id);
		return seen ? 'seen' : 'stored';
	};
	const deps: ReadyDeps = {
		accept: options.accept ?? keep,
		comesBack: options.comesBack,
		bindings: { sessionOf: async ({ id }) => (ours.has(id) ? `slack-${id}` : undefined) },
		records: {
			...records,
			get: async (_kind, id, schema) => {
				const found = options.questions?.find((question) => question.id === id);
				return found && schema.parse(found);
			},
		},
		denialOf: options.denialOf ?? everybody,
		commands: options.commands ?? verbs('help', 'status', 'stop', 'load*'),
		overview: async () => options.overview ?? nothingYet,
		installations,
		directory,
		calls,
		privateThreads,
		render,
		recipients: createRecipients(),
		...{ heard, heardStatus },
		titles: createSessionTitles({ calls, records, titleOf: async () => undefined, log, signal: leaving.signal }),
		roots: createRoots({ calls, clock }),
		runningAt: ({ ts }: SlackPlace) => options.running?.get(ts),
		clock,
		log,
		signal: leaving.signal,
	};
	await installations.start();
	await heardStatus.recover();
	const interruptions = createInterruptions(clock.now);
	const listening = await listenToSlack({ settings, installations, interruptions, handle: deps });
	return {
		inbounds,
		installations,
		privateThreads,
		interruptions,
		deps,
		of: (type) =>
			inbounds.filter((inbound): inbound is Extract<Inbound, { type: typeof type }> => inbound.type === type),
		bind: ({ id }) => void ours.add(id),
		async [Symbol.asyncDispose]() {
			await listening[Symbol.asyncDispose]();
			leaving.abort(new Error('The test is over'));
			await calls[Symbol.asyncDispose]();
		},
	};
}
