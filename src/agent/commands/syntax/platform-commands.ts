import type { CommandInfo } from './command-info.ts';

/** How people give commands on a platform, as its adapter states it. */
export interface PlatformCommands {
	/** Stands before the name of a command, white space included: `/`; empty where a command is a message to us. */
	readonly before: string;
	/** Commands that the adapter carries out by itself: the core lists them, and does none of them. */
	readonly own: readonly CommandInfo[];
}

/** Of every platform, by its name in threads. */
export type CommandsByPlatform = Readonly<Record<string, PlatformCommands>>;

const none: PlatformCommands = { before: '', own: [] };

/** Of the platform of a thread; one that states nothing takes commands as messages. Pure. */
export function commandsOf(
	platforms: CommandsByPlatform,
	{ platform }: { readonly platform: string },
): PlatformCommands {
	return platforms[platform] ?? none;
}
