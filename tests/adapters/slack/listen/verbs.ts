import { z } from 'zod';
import { noArguments } from '../../../../src/agent/commands/arguments.ts';
import type { Command } from '../../../../src/agent/commands/command.ts';

/** Commands of these names; the ones with a `*` take words. */
export function verbs(...names: readonly string[]): readonly Command[] {
	return names.map((given) => {
		const name = given.replace('*', '');
		return {
			info: { name, usage: name, help: `Does ${name}` },
			args: given.endsWith('*') ? z.string() : noArguments,
			right: 'guest',
			when: 'at-once',
			run: async () => '',
		};
	});
}
