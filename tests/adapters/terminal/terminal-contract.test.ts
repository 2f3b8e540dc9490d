import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir } from '../../support/temp-dir.ts';
import { type AdapterHarness, describeAdapter } from '../adapter-contract.ts';
import { openTerminal, type TerminalUnderTest, thread } from './open-terminal.ts';

describeAdapter('the terminal with plain lines', () => makeHarness('plain'));
describeAdapter('the terminal with keys', () => makeHarness('keys'));

async function makeHarness(kind: 'plain' | 'keys'): Promise<AdapterHarness> {
	const dir = await tempDir();
	const deliveries: string[] = [];
	let under: TerminalUnderTest | undefined;

	const type = (line: string) => under?.input.write(kind === 'plain' ? `${line}\n` : `${line}\r`);
	return {
		thread,
		async open(accept, outbox) {
			const newKey = () => deliveries.shift() ?? randomUUID();
			under = await openTerminal({ folder: dir.path, accept, outbox, newKey, isTty: kind === 'keys' });
			return under.terminal;
		},
		async say(text, { delivery, file } = {}) {
			if (delivery !== undefined) deliveries.push(delivery);
			if (file?.bytes !== undefined) await writeFile(join(dir.path, file.name), file.bytes);
			type(file === undefined ? text : `${text} @${file.name}`);
		},
		async choose(question, choice) {
			const choices = question.answer.kind === 'choices' ? question.answer.choices : [];
			type(String(choices.indexOf(choice) + 1));
		},
		// A line is shown among what was said only once it was taken in; the last row with the sign is the prompt.
		acknowledged: async () => {
			const said = under?.screen().filter((row) => row.startsWith('› ')) ?? [];
			return said.length - (kind === 'keys' && said.at(-1) === under?.screen().at(-1) ? 1 : 0);
		},
		async posts() {
			const text = await readFile(join(dir.path, 'transcripts', `${thread.id}.jsonl`), 'utf8');
			const lines = text
				.trimEnd()
				.split('\n')
				.map((line) => JSON.parse(line) as { key?: string; text: string });
			return lines.filter(({ key }) => key !== undefined).map((entry) => entry.text);
		},
		fileOf: (name) => readFile(join(dir.path, 'artifacts', 's', name)),
		async keepArtifact(name, bytes) {
			await mkdir(join(dir.path, 'outputs'), { recursive: true });
			await writeFile(join(dir.path, 'outputs', name), bytes);
		},
		[Symbol.asyncDispose]: dir[Symbol.asyncDispose],
	};
}
