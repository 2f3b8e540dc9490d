import { type APIApplication, ApplicationFlags, Routes } from 'discord-api-types/v10';
import type { Calls } from './api/calls.ts';

/** The app, as Discord knows it. */
export interface Application {
	/** Also the bot's own role's tag, and what interactions are answered under. */
	readonly id: string;
	/** The bot's user. */
	readonly botUser: string;
	/** The portal's switch for message content is on. */
	readonly readsContent: boolean;
	/** Ids of the users whom the app belongs to. */
	readonly owners: readonly string[];
}

/** Asks Discord once what the app is, and again when that failed. Rejects as `Calls` do. */
export type ApplicationOf = (signal: AbortSignal) => Promise<Application>;

export function createApplicationOf(calls: Calls): ApplicationOf {
	let known: Application | undefined;
	return async (signal) => {
		known ??= applicationIn(
			await calls.run<APIApplication>({ method: 'GET', route: Routes.currentApplication() }, signal),
		);
		return known;
	};
}

/** Bits of the intent, in full or as apps in few servers have it: https://docs.discord.com/developers/resources/application#application-object-application-flags */
const contentFlags = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** An application of the API, as far as it matters here. Pure. */
export function applicationIn({ id, bot, flags, owner, team }: APIApplication): Application {
	const members = team?.members.map(({ user }) => user.id) ?? [];
	return {
		id,
		// The user of a bot has the app's id, but for some that are older than 2016.
		botUser: bot?.id ?? id,
		readsContent: ((flags ?? 0) & contentFlags) !== 0,
		owners: team ? members : owner ? [owner.id] : [],
	};
}
