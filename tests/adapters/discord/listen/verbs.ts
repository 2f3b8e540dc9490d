import { z } from 'zod';
import { noArguments } from '../../../../src/agent/commands/arguments.ts';
import type { Command } from '../../../../src/agent/commands/command.ts';

/** Commands of these names; the ones with a `*` take words, and offer those that are known. */
export function verbs(...names: readonly string[]): readonly Command[] {
	return names.map((given) => {
		const name = given.replace('*', '');
		const takesWords = name !== given;
		const complete = async (prefix: string) => ['s1', 's2', 'other'].filter((value) => value.startsWith(prefix));
		return {
			info: { name, usage: takesWords ? `${name} <id>` : name, help: `Does ${name}`, ...(takesWords && { complete }) },
			args: takesWords ? z.string().min(1) : noArguments,
			right: 'guest',
			when: 'at-once',
			run: async () => '',
		};
	});
}
