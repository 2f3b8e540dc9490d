/**
 * A process that dies by SIGKILL at one place of its work, each time that it is run on the same folder. Arguments: folder, place (`model`,
 * `files`, `late`: those of a message that comes in while the one before it cannot be taken in, `showing`, `command` or `never`), and whether it leaves by itself there instead (`leaves`). Each time it does so a line is added to `deaths`.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createShowOnce } from '../../src/adapters/present/show-once.ts';
import type { Command } from '../../src/agent/commands/command.ts';
import type { Platforms } from '../../src/agent/dispatch/deps.ts';
import type { Model, ModelPart, ModelReply } from '../../src/agent/model/model.ts';
import type { AgentEvent } from '../../src/chat/events.ts';
import { noPast } from '../../src/chat/past.ts';
import type { OutboxRow, Store } from '../../src/store/store.ts';
import { postText } from './recording-platform.ts';
import { inbound, message, openWorkbench } from './workbench.ts';

const [home = '', place = 'never', how = 'dies'] = process.argv.slice(2);

/** Ends the process here; where it leaves by itself, what is under way waits for that. */
async function end(here: string, signal?: AbortSignal): Promise<void> {
	if (place !== here) return;
	appendFileSync(join(home, 'deaths'), `${here}\n`);
	if (how === 'dies') process.kill(process.pid, 'SIGKILL');
	const { promise, reject } = Promise.withResolvers<never>();
	signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
	leave();
	await promise;
}

const { promise: left, resolve: leave } = Promise.withResolvers<void>();

const brain: Model = {
	name: 'deadly',
	async *reply(_request, signal): AsyncGenerator<ModelPart, ModelReply> {
		yield { type: 'reasoning', delta: 'Well' };
		await end('model', signal);
		return { text: 'Alive', reasoning: '', calls: [], cut: false };
	},
	ask: () => Promise.reject(new Error('Not asked here')),
};

const deadly: Command = {
	name: 'deadly',
	help: '',
	arguments: [],
	right: 'member',
	when: 'in-order',
	run: async () => {
		await end('command');
		return 'Done';
	},
};

const noDescriptors = () => Object.assign(new Error('too many open files'), { code: 'EMFILE' });
/** The places in which a file cannot be had the first time. */
const scarce = new Set(['late']);

/** A platform whose posts are lines of a file. */
function filePlatform(store: Store): Platforms {
	const path = join(home, 'posts.jsonl');
	const read = () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);
	const find = async (_thread: unknown, key: string) =>
		read().some((line) => JSON.parse(line).key === key) ? key : undefined;
	const showOnce = createShowOnce({ outbox: store.outbox, find, lookUp: 'left-over' });
	async function post(
		event: Extract<AgentEvent, { key: string }>,
		at: Pick<OutboxRow, 'session' | 'thread'>,
		shown: readonly OutboxRow[],
	): Promise<void> {
		const { key } = event;
		await showOnce({ ...at, turn: key.split('/')[0] ?? '', key }, shown, async () => {
			appendFileSync(path, `${JSON.stringify({ key, text: postText(event) })}\n`);
			return key;
		});
	}
	return {
		show: async (thread, events, shown) => {
			let session = '';
			for await (const event of events) {
				if (event.type === 'turn-started') session = event.session;
				if (event.type === 'turn-ended') await end('showing');
				if ('key' in event) await post(event, { session, thread }, shown);
			}
		},
		tell: async (thread, { session, events }, shown) => {
			for (const event of events) if ('key' in event) await post(event, { session, thread }, shown);
		},
		intake: {
			nameFile: async (_thread, file) => file,
			async *fetchFile(_thread, { source }, signal) {
				if (source === 'scarce' && scarce.delete(place)) throw noDescriptors();
				await end(source === 'late' ? 'late' : 'files', signal);
				yield Buffer.from('a,b');
			},
			past: noPast,
			reread: async () => ({ state: 'as-stored' }),
		},
		reach: {
			probe: async () => {},
			admins: async () => [],
			directly: async () => undefined,
			linkTo: async () => undefined,
		},
	};
}

/** Nothing is tried again by itself while this runs. */
const timing = { pacing: { retryMs: [3_600_000, 3_600_000] as const } };
const bench = openWorkbench({ home, brain, platforms: filePlatform, commands: [deadly], timing });
await bench.dispatch.recover();
const fileFrom = (source: string) => [{ name: 'a.csv', source }];
const files = place === 'files' ? fileFrom('here') : place === 'late' ? fileFrom('scarce') : [];
const first = place === 'command' ? inbound('command', { name: 'deadly', args: '' }) : message('go', files);
await bench.dispatch.accept({ ...first, key: 'first' });
await Promise.race([left, bench.dispatch.settled()]);
if (place === 'late') await bench.say({ ...message('late', fileFrom('late')), key: 'late' });
if (process.argv[5] === 'then') await bench.say({ ...message('and now'), key: 'second' });
await bench[Symbol.asyncDispose]();
