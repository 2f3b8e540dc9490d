import type { Thread } from '../../chat/thread.ts';
import { noArguments } from './arguments.ts';
import type { Command, CommandInfo } from './command.ts';
import { ownInfos } from './own-infos.ts';
import { spoken } from './spoken.ts';

/** Lists itself and `infos`. */
export function helpCommand(infos: readonly CommandInfo[]): Command {
	const info: CommandInfo = { name: 'help', usage: 'help', help: 'List the commands' };
	return {
		info,
		args: noArguments,
		right: 'guest',
		when: 'at-once',
		run: async (_args, { thread }) => helpText([info, ...infos, ...(ownInfos[thread.platform] ?? [])], thread),
	};
}

/** The help of commands, aligned. Pure. */
export function helpText(infos: readonly CommandInfo[], where: Pick<Thread, 'platform'>): string {
	const width = Math.max(...infos.map((info) => info.usage.length));
	return infos.map((info) => `${spoken(info.usage.padEnd(width), where)}  ${info.help}`).join('\n');
}
