import { createDiscord } from '../../../../src/adapters/discord/discord.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { noArtifacts } from '../../artifacts-from.ts';
import { everybody } from '../../everybody.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { memoryRecords } from '../../memory-records.ts';
import { verbs } from './verbs.ts';

/** Listens to the Discord at the first argument until somebody says something that can be taken in at the third try; prints it. */
const [apiUrl = '', token = ''] = process.argv.slice(2);
const said = Promise.withResolvers<string>();
let tries = 0;
const discord = createDiscord({
	openArtifact: noArtifacts,
	settings: { token, apiUrl, permissions: [], maxFileBytes: 1000 },
	commands: verbs('help', 'status'),
	denialOf: everybody,
	outbox: createMemoryOutbox(),
	bindings: {
		sessionOf: async () => undefined,
		bind: async () => {},
		threadsOf: async () => [],
		rebind: async () => {},
	},
	records: memoryRecords(),
	log: silentLogger,
});
await discord.start(async (inbound) => {
	tries += 1;
	if (tries < 3) throw new Error('The disk is full');
	if (inbound.type === 'message') said.resolve(inbound.text);
	return 'stored';
});
const text = await said.promise;
await discord[Symbol.asyncDispose]();
process.stdout.write(`tried twice, then: ${text}`);
