import { formatBytes } from '../../base/text/format-bytes.ts';
import type { FileEntry } from '../../store/store.ts';
import { action, type Command } from './command.ts';

export function filesCommand(): Command {
	return action({
		name: 'files',
		help: 'List the files of this session',
		arguments: [],
		right: 'guest',
		when: 'at-once',
		run: async (_values, { folder }) => {
			const [inputs, outputs] = await Promise.all([folder.files.list('inputs'), folder.files.list('outputs')]);
			return `${section('Handed in', inputs)}\n${section('Artifacts', outputs)}`;
		},
	});
}

function section(title: string, files: readonly FileEntry[]): string {
	if (files.length === 0) return `${title}: none`;
	return `${title}:\n${files.map((file) => `  ${file.name}  ${formatBytes(file.size)}`).join('\n')}`;
}
