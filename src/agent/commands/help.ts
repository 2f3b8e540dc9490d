import { noArguments } from './arguments.ts';
import type { Command, CommandInfo } from './command.ts';
import { quitInfos } from './quit.ts';

/** Lists itself and `infos`. */
export function helpCommand(infos: readonly CommandInfo[]): Command {
	const info: CommandInfo = { name: 'help', usage: 'help', help: 'List the commands' };
	return {
		info,
		args: noArguments,
		right: 'guest',
		when: 'at-once',
		run: async (_args, { thread }) => helpText([info, ...infos, ...(thread.platform === 'terminal' ? quitInfos : [])]),
	};
}

/** The help of commands, aligned. Pure. */
export function helpText(infos: readonly CommandInfo[]): string {
	const width = Math.max(...infos.map((info) => info.usage.length));
	return infos.map((info) => `/${info.usage.padEnd(width)}  ${info.help}`).join('\n');
}
