import type { REST } from '@discordjs/rest';
import type { Calls } from '../../../../src/adapters/discord/api/calls.ts';
import { createCalls } from '../../../../src/adapters/discord/api/create-calls.ts';
import { createDiscordRest } from '../../../../src/adapters/discord/api/create-rest.ts';
import { createPostOnce, type PostOnce } from '../../../../src/adapters/discord/api/post-once.ts';
import { type ApplicationOf, createApplicationOf } from '../../../../src/adapters/discord/application.ts';
import type { DiscordSettings } from '../../../../src/adapters/discord/settings.ts';
import type { Clock } from '../../../../src/base/clock.ts';
import { type Logger, silentLogger } from '../../../../src/base/log.ts';
import { type FakeDiscord, startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import type { FakeDiscordOptions } from '../../../support/fake-discord/options.ts';
import { createJumpingClock } from '../../../support/jumping-clock.ts';

/** The REST side of the adapter on a Discord of its own, where nobody waits between tries. */
export interface OpenRest extends AsyncDisposable {
	readonly discord: FakeDiscord;
	readonly settings: DiscordSettings;
	readonly rest: REST;
	readonly calls: Calls;
	readonly postOnce: PostOnce;
	readonly application: ApplicationOf;
	readonly clock: Clock;
	readonly signal: AbortSignal;
}

export interface OpenRestOptions extends FakeDiscordOptions {
	readonly settings?: Partial<DiscordSettings>;
	/** Of the limits of single requests; default: the machine's. */
	readonly restClock?: Clock;
	readonly log?: Logger;
}

export async function openRest(options: OpenRestOptions = {}): Promise<OpenRest> {
	const { settings: changes, restClock, log = silentLogger, ...fake } = options;
	const discord = await startFakeDiscord(fake);
	const settings = settingsFor(discord, changes);
	const rest = createDiscordRest(settings, log, restClock);
	const clock = createJumpingClock();
	const calls = createCalls({ rest, token: settings.token, clock, log });
	return {
		...{ discord, settings, rest, calls, clock },
		postOnce: createPostOnce({ calls, clock }),
		application: createApplicationOf(calls),
		signal: new AbortController().signal,
		async [Symbol.asyncDispose]() {
			await calls[Symbol.asyncDispose]();
			await discord[Symbol.asyncDispose]();
		},
	};
}

export function settingsFor(
	{ apiUrl, token }: Pick<FakeDiscord, 'apiUrl' | 'token'>,
	changes: Partial<DiscordSettings> = {},
): DiscordSettings {
	return { token, apiUrl, permissions: [], maxFileBytes: 50 * 1024 * 1024, ...changes };
}

/** What a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
	const outcome = await promise.then(
		(value) => new Error(`It resolved with ${JSON.stringify(value)}`),
		(error: unknown) => error,
	);
	return outcome as Error;
}
