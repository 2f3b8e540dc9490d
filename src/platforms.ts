import type { z } from 'zod';
import { discordFacts } from './adapters/discord/facts.ts';
import { discordCommands } from './adapters/discord/platform-commands.ts';
import { discordSettings, discordVariables } from './adapters/discord/read-settings.ts';
import { discordSetUp } from './adapters/discord/set-up.ts';
import type { DiscordSettings } from './adapters/discord/settings.ts';
import type { SharedSettings } from './adapters/platform-connection.ts';
import type { PlatformSetUp } from './adapters/platform-set-up.ts';
import { slackFacts } from './adapters/slack/facts.ts';
import { slackCommands } from './adapters/slack/platform-commands.ts';
import { slackRules, slackSettings, slackVariables } from './adapters/slack/read-settings.ts';
import { slackSetUp } from './adapters/slack/set-up.ts';
import type { SlackSettings } from './adapters/slack/settings.ts';
import { terminalFacts } from './adapters/terminal/facts.ts';
import { terminalCommands } from './adapters/terminal/platform-commands.ts';
import type { CommandsByPlatform } from './agent/commands/syntax/platform-commands.ts';
import { createPlaces } from './chat/places.ts';
import type { PlatformFacts } from './chat/platform.ts';

// All that is known of the platforms outside of their folders: a new one has a line in each of these.

export const platforms: readonly PlatformFacts[] = [slackFacts, discordFacts, terminalFacts];

/** Reads ids of all of them. */
export const places = createPlaces(platforms);

/** The settings of chat platforms, and what contradicts itself in them. */
export const platformVariables = { ...slackVariables, ...discordVariables };
export const platformRules = [...slackRules];

/** The questions by which a person connects each. */
export const platformSetUps: readonly PlatformSetUp[] = [slackSetUp, discordSetUp];

/** How this process is connected to each chat platform; undefined where it is not. */
export interface PlatformSettings {
	readonly slack: SlackSettings | undefined;
	readonly discord: DiscordSettings | undefined;
}

/** Whether these settings connect this process to any of them. */
export function connectsAny({ slack, discord }: PlatformSettings): boolean {
	return slack !== undefined || discord !== undefined;
}

export function platformSettings(
	given: z.infer<z.ZodObject<typeof platformVariables>>,
	shared: SharedSettings,
): PlatformSettings {
	return { slack: slackSettings(given, shared), discord: discordSettings(given, shared) };
}

/** How commands are given on each of them, also where this process does not listen. */
export const platformCommands: CommandsByPlatform = {
	[slackFacts.name]: slackCommands,
	[discordFacts.name]: discordCommands,
	[terminalFacts.name]: terminalCommands,
};
