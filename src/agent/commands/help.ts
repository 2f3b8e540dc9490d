import type { Thread } from '../../chat/thread.ts';
import { action, type Command } from './command.ts';
import type { CommandInfo } from './syntax/command-info.ts';
import { type CommandsByPlatform, commandsOf } from './syntax/platform-commands.ts';
import { helpLines } from './syntax/usage-of.ts';

const info = { name: 'help', help: 'List the commands', arguments: [] } as const satisfies CommandInfo;

/** Lists itself, `infos`, and what the platform of the thread has of its own. */
export function helpCommand(infos: readonly CommandInfo[], platforms: CommandsByPlatform): Command {
	return action({
		...info,
		right: 'guest',
		when: 'at-once',
		run: async (_values, { thread }) => helpText([info, ...infos], thread, platforms),
	});
}

/** Commands with many flags are longer, and stand out of the line. */
const widest = 48;

/** The help of commands, aligned, as they are given on a platform, and of the platform's own. Pure. */
export function helpText(
	infos: readonly CommandInfo[],
	where: Pick<Thread, 'platform'>,
	platforms: CommandsByPlatform,
): string {
	const { before, own } = commandsOf(platforms, where);
	const lines = [...infos, ...own].flatMap(helpLines);
	const width = Math.max(...lines.map(({ usage }) => usage.length).filter((length) => length <= widest), 0);
	return lines.map(({ usage, help }) => `${before}${usage.padEnd(width)}  ${help}`).join('\n');
}
