// A bot in a process of its own, whose memory is measured from outside: opens sessions when it is told to.

import type { Adapter } from '../../src/adapters/adapter.ts';
import { silentLogger } from '../../src/base/log.ts';
import type { Accept } from '../../src/chat/inbound.ts';
import { noPast } from '../../src/chat/past.ts';
import { compose } from '../../src/compose.ts';
import { loadConfig } from '../../src/config/config.ts';
import { openModels } from '../../src/models.ts';
import { botSettings } from './bot-settings.ts';

/** The parent's request: sessions of three turns each, with or without a sandbox. */
export interface OpenSessions {
	readonly count: number;
	readonly withSandbox: boolean;
}

/** The answer to the parent's request. */
export interface OpenedSessions {
	readonly residentBytes: number;
}

const [home = '', url = ''] = process.argv.slice(2);
const leaving = new AbortController();
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.once(name, () => leaving.abort());

let opened = 0;
let keys = 0;
let accept: Accept = async () => 'seen';

/** A platform that shows nothing: what is measured is the core. */
const adapter: Adapter = {
	platform: 'terminal',
	async start(take) {
		accept = take;
	},
	intake: {
		files: { named: async (file) => file, async *fetch() {} },
		past: noPast,
		find: async () => undefined,
		reread: async () => ({ state: 'as-stored' }),
		reach: {
			probe: async () => {},
			admins: async () => [],
			directly: async () => undefined,
			linkTo: async () => undefined,
		},
	},
	async show(_thread, events) {
		for await (const _event of events);
	},
	tell: async () => {},
	async [Symbol.asyncDispose]() {},
};

async function say(thread: string, text: string): Promise<void> {
	keys += 1;
	const at = new Date().toISOString();
	const person = { id: 'local', name: 'bench' };
	await accept({
		type: 'message',
		key: `k${keys}`,
		thread: { platform: 'terminal', id: thread },
		person,
		at,
		text,
		files: [],
	});
	await service.dispatch.settled();
}

async function open({ count, withSandbox }: OpenSessions): Promise<OpenedSessions> {
	for (let n = 0; n < count; n += 1) {
		opened += 1;
		for (const text of [withSandbox ? 'run something' : 'hi', 'hi', 'hi again']) await say(`s${opened}`, text);
	}
	// --expose-gc: what is left is what sessions hold
	for (let n = 0; n < 3; n += 1) await globalThis.gc?.({ execution: 'async', type: 'major' });
	return { residentBytes: process.memoryUsage.rss() };
}

const config = loadConfig(botSettings(home, url));
if (config.models === undefined) throw new Error('The bot has no model');
const models = await openModels(config, leaving.signal);
await using service = await compose({ config, models, log: silentLogger, connect: async () => [adapter] });
await service.start();
process.on('message', (wish: OpenSessions) => {
	open(wish).then(
		(answer) => process.send?.(answer),
		(error: unknown) => leaving.abort(error),
	);
});
await new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve(), { once: true }));
process.disconnect?.();
