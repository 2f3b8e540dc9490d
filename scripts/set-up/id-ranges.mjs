import { readFileSync } from 'node:fs';
import { SetUpError } from '../base/step.mjs';
import { runAsRoot } from './privileged.mjs';

const subIdFiles = ['/etc/subuid', '/etc/subgid'];

/** Podman's `userns=auto` takes each sandbox's ids from the range of the name `containers`. */
const subIdRange = 'containers:1000000000:1000000000';

export const idRanges = {
	name: 'id ranges for sandboxes',
	done: () => subIdFiles.every((file) => hasRange(read(file))),
	run: async () => {
		const lacking = subIdFiles.filter((file) => !hasRange(read(file)));
		for (const file of lacking) await append(file);
		return lacking.join(' ');
	},
};

/** Whether the text of /etc/subuid or /etc/subgid has a range for `containers`; one that a person chose is kept. */
export const hasRange = (text) => /^containers:\d+:\d+/m.test(text);

const append = async (file) => {
	const text = read(file);
	const command = `echo '${subIdRange}' | sudo tee -a ${file}`;
	const gap = text === '' || text.endsWith('\n') ? '' : '\n';
	const result = await runAsRoot(['tee', '-a', file], command, { input: `${gap}${subIdRange}\n` });
	if (result.code === 0) return;
	throw new SetUpError(`Cannot write "${file}"`, { commands: [command], output: result.tail });
};

const read = (file) => {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
};
