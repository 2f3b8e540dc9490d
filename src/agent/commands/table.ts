import { agentCommand } from './coding/agent.ts';
import type { Command } from './command.ts';
import type { CommandDeps } from './command-deps.ts';
import { filesCommand } from './files.ts';
import { helpCommand } from './help.ts';
import { instructionsCommand } from './mind/instructions.ts';
import { memoryCommand } from './mind/memory.ts';
import { forgetMeCommand } from './person/forget-me.ts';
import { notifyCommand } from './person/notify.ts';
import { timezoneCommand } from './person/timezone.ts';
import { repoCommand } from './repo/repo-command.ts';
import { clearCommand } from './session/clear.ts';
import { compactCommand } from './session/compact.ts';
import { listenCommand } from './session/listen.ts';
import { loadCommand } from './session/load.ts';
import { modeCommand } from './session/mode.ts';
import { modelCommand } from './session/model.ts';
import { newCommand } from './session/new.ts';
import { retryCommand } from './session/retry.ts';
import { undoCommand } from './session/undo.ts';
import { statusCommand } from './status.ts';
import { steerCommand } from './steer.ts';
import { stopCommand } from './stop.ts';
import type { CommandsByPlatform } from './syntax/platform-commands.ts';
import { toolsCommand } from './tools.ts';
import { usageCommand } from './usage/usage-command.ts';

/** All commands of the core, in the order in which help lists them. A new one is a file here and a line below. */
export function commandTable(deps: CommandDeps): readonly Command[] {
	const commands = [
		statusCommand(deps),
		stopCommand(),
		steerCommand(),
		modeCommand(deps),
		newCommand(deps),
		clearCommand(),
		undoCommand(),
		compactCommand(deps),
		retryCommand(),
		loadCommand(deps),
		filesCommand(),
		toolsCommand(deps),
		...(deps.coding ? [agentCommand(deps.coding)] : []),
		...(deps.repos ? [repoCommand({ ...deps.repos, places: deps.places, roleOf: deps.roleOf })] : []),
		memoryCommand(deps),
		instructionsCommand(deps),
		usageCommand(deps),
		timezoneCommand(deps),
		notifyCommand(deps),
		listenCommand(deps),
		modelCommand(deps),
		forgetMeCommand(deps),
		...(deps.operator ?? []),
	];
	return withHelp(commands, deps.platformCommands);
}

/** A table of commands: these, after the help that lists them. */
export function withHelp(commands: readonly Command[], platforms: CommandsByPlatform): readonly Command[] {
	return [helpCommand(commands, platforms), ...commands];
}
