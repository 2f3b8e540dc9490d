import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFakeSandboxes, type FakeTool } from '../support/fake-sandboxes.ts';
import { homeFrom, pathsIn } from '../support/session-home.ts';
import { tempDir } from '../support/temp-dir.ts';
import { testSandboxes } from './sandboxes-contract.ts';

const write: FakeTool = ({ path, content }, { files }) => {
	files.set(String(path), Buffer.from(String(content)));
	return { ok: true, text: 'written' };
};

const read: FakeTool = ({ path }, { files }) => {
	const found = files.get(String(path));
	return found === undefined
		? { ok: false, text: `Cannot read "${path}": no such file` }
		: { ok: true, text: Buffer.from(found).toString('utf8') };
};

const bash: FakeTool = (_args, { watch }) => {
	watch.onOutput?.('started');
	return new Promise(() => {});
};

testSandboxes('The fake', async () => {
	const dir = await tempDir();
	const pathsOf = (session: string) => pathsIn(join(dir.path, session));
	const sandboxes = createFakeSandboxes({ tools: { write_file: write, read_file: read, bash }, pathsOf });
	return {
		sandboxes,
		home: (session) => homeFrom(session, pathsOf(session)),
		artifact: (session, name) => readFile(join(pathsOf(session).outputs, name)),
		async [Symbol.asyncDispose]() {
			await sandboxes[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
});
