import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir } from '../../support/temp-dir.ts';
import { type AdapterHarness, describeAdapter } from '../adapter-contract.ts';
import { openLog } from './log-platform.ts';
import { createTextLog, logThread } from './text-log.ts';

describeAdapter('A plain text log', makeHarness);

/** A log in a folder of its own. */
async function makeHarness(): Promise<AdapterHarness> {
	const dir = await tempDir();
	const log = openLog(dir.path);
	return {
		thread: logThread,
		async open(accept, outbox) {
			const adapter = createTextLog(log, outbox);
			await adapter.start(accept);
			return adapter;
		},
		async say(text, { delivery, file } = {}) {
			const source = join(dir.path, file?.name ?? '');
			if (!file?.bytes) return log.say(text, delivery);
			await writeFile(source, file.bytes);
			log.say(text, delivery, { name: file.name, size: file.bytes.length, source });
		},
		choose: async ({ id }, choice) => log.say(`!answer ${id} ${choice}`),
		acknowledged: async () => log.acknowledged(),
		posts: async () => (await log.lines()).map(({ text }) => text),
		fileOf: (name) => readFile(join(dir.path, name)),
		async hostFile(name, bytes) {
			const path = join(dir.path, `host-${name}`);
			await writeFile(path, bytes);
			return { path, sha256: createHash('sha256').update(bytes).digest('hex') };
		},
		[Symbol.asyncDispose]: dir[Symbol.asyncDispose],
	};
}
