import { noArguments } from './arguments.ts';
import type { Command, CommandInfo } from './command.ts';

/** Lists the commands that `infos` answers. */
export function helpCommand(infos: () => readonly CommandInfo[]): Command {
	const info: CommandInfo = { name: 'help', usage: 'help', help: 'List the commands' };
	return { info, args: noArguments, right: 'guest', when: 'at-once', run: async () => helpText([info, ...infos()]) };
}

/** The help of commands, aligned. Pure. */
export function helpText(infos: readonly CommandInfo[]): string {
	const width = Math.max(...infos.map((info) => info.usage.length));
	return infos.map((info) => `/${info.usage.padEnd(width)}  ${info.help}`).join('\n');
}
