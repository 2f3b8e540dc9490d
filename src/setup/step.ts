import type { PlatformConnection } from '../adapters/platform-connection.ts';
import type { PlatformSetUp } from '../adapters/platform-set-up.ts';
import type { Config } from '../config/config.ts';
import type { Desk } from './desk.ts';
import type { Changes } from './dot-env-text.ts';
import type { KnownEndpoint } from './find-endpoints.ts';
import type { SettingsFile } from './settings-file.ts';

/** Everything that the steps work with. */
export interface SetUpParts {
	readonly desk: Desk;
	readonly file: SettingsFile;
	readonly known: readonly KnownEndpoint[];
	readonly platforms: readonly PlatformSetUp[];
	/** The chat platforms that settings connect this process to. */
	readonly connectionsOf: (config: Config) => readonly PlatformConnection[];
	readonly signal: AbortSignal;
}

/** A person wants none of a step, or no more of it. */
export class SkippedError extends Error {
	override readonly name = 'SkippedError';

	constructor() {
		super('The step was skipped');
	}
}

/** Has every question answered by "s" as well: it rejects with `SkippedError` then. */
export function skippable(desk: Desk): Desk {
	const unlessSkipped = (answer: string): string => {
		if (/^s(kip)?$/i.test(answer)) throw new SkippedError();
		return answer;
	};
	return {
		say: (text) => desk.say(text),
		ask: async (question) => unlessSkipped(await desk.ask(question)),
		askSecret: async (question) => unlessSkipped(await desk.askSecret(question)),
	};
}

/** Writes settings, and says where the environment has the last word. */
export async function writeSettings({ desk, file }: SetUpParts, changes: Changes): Promise<void> {
	const outvoted = await file.write(changes);
	desk.say(`  Written to ${file.path}`);
	if (outvoted.length > 0)
		desk.say(`  ${outvoted.join(', ')}: set otherwise in the environment, which wins over the file`);
}

export function isYes(answer: string): boolean {
	return /^y(es)?$/i.test(answer);
}
