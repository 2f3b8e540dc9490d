import { newest, readRegistry } from '../forge/registry.ts';
import { noArguments } from './arguments.ts';
import type { Command } from './command.ts';
import type { CommandDeps } from './table.ts';

export function toolsCommand({ builtIns }: Pick<CommandDeps, 'builtIns'>): Command {
	return {
		info: { name: 'tools', usage: 'tools', help: 'List built-ins and the tools forged in this session' },
		args: noArguments,
		right: 'guest',
		when: 'at-once',
		run: async (_args, { folder }) => {
			const forged = newest(await readRegistry(folder));
			const lines = forged.map((tool) => `  ${tool.category}/${tool.name} (version ${tool.version})  ${tool.purpose}`);
			const list = lines.length === 0 ? 'Forged: none yet' : `Forged:\n${lines.join('\n')}`;
			return `Built-ins: ${builtIns.map((tool) => tool.name).join(', ')}\n${list}`;
		},
	};
}
