import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { connectionsOf } from '../../src/platform-connections.ts';
import { platformSetUps } from '../../src/platforms.ts';
import { type Desk, NobodyThereError } from '../../src/setup/desk.ts';
import type { KnownEndpoint } from '../../src/setup/find-endpoints.ts';
import { runSetUp } from '../../src/setup/set-up.ts';
import { createSettingsFile } from '../../src/setup/settings-file.ts';
import { tempDir } from '../support/temp-dir.ts';

/** A person who gives these answers, one a question, and then is gone. */
export function deskOf(answers: readonly string[]) {
	const left = [...answers];
	const said: string[] = [];
	const secrets: string[] = [];
	const ask = async (question: string): Promise<string> => {
		said.push(question);
		const answer = left.shift();
		if (answer === undefined) throw new NobodyThereError();
		return answer;
	};
	const desk: Desk = {
		say: (text) => void said.push(text),
		ask,
		askSecret: (question) => {
			secrets.push(question);
			return ask(question);
		},
	};
	return { desk, secrets, said: () => said.join('\n'), left };
}

/** Who answers what, and what there is. */
export interface Run {
	readonly answers: readonly string[];
	readonly known?: readonly KnownEndpoint[];
	readonly given?: Record<string, string>;
	readonly before?: string;
	readonly signal?: AbortSignal;
}

/** Sets up in a folder of its own; answers what was written and said. */
export async function run({ answers, known = [], given = {}, before, signal = new AbortController().signal }: Run) {
	await using dir = await tempDir();
	const path = join(dir.path, '.env');
	if (before !== undefined) await writeFile(path, before, { mode: 0o644 });
	const person = deskOf(answers);
	const file = createSettingsFile(path, given);
	const code = await runSetUp({ desk: person.desk, file, known, platforms: platformSetUps, connectionsOf, signal });
	const text = await readFile(path, 'utf8').catch(() => undefined);
	const mode = text === undefined ? undefined : (await stat(path)).mode & 0o777;
	return {
		code,
		text,
		mode,
		set: parseEnv(text ?? ''),
		said: person.said(),
		secrets: person.secrets,
		left: person.left,
	};
}
