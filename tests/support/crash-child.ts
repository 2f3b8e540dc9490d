/**
 * A process that runs one turn on the core and kills itself with SIGKILL right before its durable operation number `killAt` (0: never).
 * Run again on the same folder it goes on. Arguments: folder, killAt, story (`work`, `ask`, `words`, `steer`, `tool`, `order`, `erase`, `forget`, `delete`, `new`, `remember`, `compact` or `propose`). Prints the names of its durable operations.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createShowOnce } from '../../src/adapters/present/show-once.ts';
import { createCompaction } from '../../src/agent/compaction/compaction.ts';
import { createWindows } from '../../src/agent/compaction/measure/windows.ts';
import type { Platforms } from '../../src/agent/dispatch/deps.ts';
import { createKeepFacts } from '../../src/agent/memory/keep-facts.ts';
import type { Model, ModelReply, ModelRequest } from '../../src/agent/model/model.ts';
import { defineTool } from '../../src/agent/tool.ts';
import type { AgentEvent } from '../../src/chat/events.ts';
import type { Inbound } from '../../src/chat/inbound.ts';
import { noPast } from '../../src/chat/past.ts';
import { questionSchema } from '../../src/chat/question.ts';
import { openNotes } from '../../src/store/notes/note-folders.ts';
import type { NoteFolders } from '../../src/store/notes.ts';
import type { OutboxRow, Sessions, Store } from '../../src/store/store.ts';
import { countDurable } from './count-durable.ts';
import { createFakeSandboxes } from './fake-sandboxes.ts';
import { postText } from './recording-platform.ts';
import { createFakeGuest } from './repo/fake-guest.ts';
import { newWorld } from './repo/fake-world.ts';
import { fakeRepoParts } from './repo/open-repo-work.ts';
import { scriptedSummarizer } from './scripted-summarizer.ts';
import { inbound, inboundWithKey, message, openWorkbench, sessionId } from './workbench.ts';

const [home = '', killAtText = '0', story = 'work'] = process.argv.slice(2);
const marker = join(home, 'file-made');
const { operations, durable, counted, countedNotes } = countDurable(Number(killAtText));

function countedStore(store: Store): Store {
	const { inbox, leases, outbox, bindings, records, due, rows } = store;
	return {
		inbox: counted(inbox),
		leases,
		outbox: counted(outbox),
		bindings: counted(bindings),
		records: counted(records),
		due: counted(due),
		rows: counted(rows),
		[Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
	};
}

function countedSessions(sessions: Sessions & AsyncDisposable): Sessions & AsyncDisposable {
	return {
		open: async (id) => {
			const folder = await sessions.open(id);
			return { ...folder, journal: counted(folder.journal), documents: counted(folder.documents) };
		},
		list: () => sessions.list(),
		catalog: (id) => sessions.catalog(id),
		catalogs: () => sessions.catalogs(),
		has: (...of) => sessions.has(...of),
		[Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
	};
}

const working = { id: 'call', name: 'bash', arguments: '{"command":"make it"}' };
const toolAsking = { id: 'call', name: 'ask_first', arguments: '{}' };
const asking = { id: 'call', name: 'ask_user', arguments: '{"question":"Which?"}' };

const remembering = { id: 'call', name: 'remember', arguments: '{"text":"The walls are blue"}' };
const compacting = { id: 'call', name: 'compact_context', arguments: '{}' };

const opening = { id: 'open', name: 'open_repository', arguments: '{"repository":"acme/app"}' };
const proposing = {
	id: 'call',
	name: 'propose_changes',
	arguments: '{"repository":"acme/app","title":"Mend","description":"It is mended."}',
};

const reading = { id: 'call', name: 'read_file', arguments: '{"path":"/outputs/a.txt"}' };

const calls: Readonly<Record<string, readonly (typeof working)[]>> = {
	ask: [asking],
	words: [asking],
	tool: [toolAsking],
	order: [working, toolAsking, reading],
	propose: [opening, working, proposing],
	remember: [remembering],
	compact: [compacting],
};

const steering: Inbound = { ...message('In blue'), key: 'the-steering', steers: true };

/** Answers by what the history holds, so that it goes on where a former process was. */
const brain: Model = {
	name: 'by history',
	async *reply(request: ModelRequest): AsyncGenerator<never, ModelReply> {
		appendFileSync(join(home, 'requests.jsonl'), `${JSON.stringify(request.messages)}\n`);
		const newest = request.messages.at(-1);
		const isIdle = story === 'new' || (story === 'compact' && !newest?.text.includes('Make a file'));
		const called = isIdle || request.messages.some((message) => message.role === 'tool');
		const made = calls[story] ?? [working];
		return { text: called ? 'Here it is' : 'Working', reasoning: '', calls: called ? [] : made, cut: false };
	},
	ask: () => Promise.reject(new Error('Not asked here')),
};

/** A Summarizer in the process finds one fact, and says little. */
function compactionIn(notes: NoteFolders) {
	const windows = createWindows({ set: 30_000 });
	const summarizer = scriptedSummarizer({ facts: () => ({ facts: [{ text: 'The walls are blue', about: 'walls' }] }) });
	const keepFacts = createKeepFacts(notes);
	return createCompaction({ windows, summary: { summarizer, windows, seconds: 9, probe: 'off', keepFacts } });
}

/** A tool that asks, and goes on with the answer. */
const askFirst = defineTool({
	name: 'ask_first',
	description: '',
	touches: 'makes-tools',
	ways: ['goes-on'],
	args: z.strictObject({}),
	run: async (_args, { call: { answer } }) =>
		answer
			? { ok: true, text: `Told ${answer.value}` }
			: { ask: { text: 'Which?', answer: { kind: 'choices', choices: ['red', 'blue'] } } },
});

/** A server, its code host and the mirror of a repository, and the session's folder of it: they outlive the process. */
const worldFile = join(home, 'world.json');
const saved = existsSync(worldFile) ? JSON.parse(readFileSync(worldFile, 'utf8')) : { world: newWorld(), folders: [] };
const guest = createFakeGuest(saved.world);
for (const [name, text] of saved.folders) guest.folders.set(name, text);
const repoParts = fakeRepoParts({
	world: saved.world,
	mishap: (deed, when) => {
		if (when === 'before') durable(deed);
		return undefined;
	},
	onChange: saveWorld,
});

function mend(): void {
	guest.folders.set('app', 'mended');
	saveWorld();
}

function saveWorld(): void {
	writeFileSync(worldFile, JSON.stringify({ world: saved.world, folders: [...guest.folders] }));
}

const sandboxes = createFakeSandboxes({
	open: async (order, signal) => {
		const process = await guest.open(order, signal);
		process.stream.once('end', saveWorld);
		return process;
	},
	tools: {
		bash: async (_args, { files }) => {
			writeFileSync(marker, 'made');
			if (story === 'steer') await bench.dispatch.accept(steering);
			if (story === 'propose') mend();
			else files.set('/outputs/a.txt', Buffer.from('made'));
			return { ok: true, text: 'exit code 0' };
		},
		read_file: async (_args, { files }) => ({ ok: files.has('/outputs/a.txt'), text: 'made' }),
	},
});
if (existsSync(marker) && story !== 'propose') sandboxes.files(sessionId).set('/outputs/a.txt', Buffer.from('made'));

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
			durable('post');
			appendFileSync(path, `${JSON.stringify({ key, text: postText(event) })}\n`);
			return key;
		});
	}
	return {
		show: async (thread, events, shown) => {
			let session = sessionId;
			for await (const event of events) {
				if (event.type === 'turn-started') session = event.session;
				if ('key' in event) await post(event, { session, thread }, shown);
			}
		},
		tell: async (thread, { session, events }, shown) => {
			for (const event of events) if ('key' in event) await post(event, { session, thread }, shown);
		},
		intake: {
			nameFile: async (_thread, file) => file,
			fetchFile: () => {
				throw new Error('No files here');
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

await using bench = openWorkbench({
	home,
	brain,
	sandboxes,
	wrap: { store: countedStore, sessions: countedSessions, eraser: counted, notes: countedNotes },
	...(story === 'compact' && { compaction: compactionIn(countedNotes(openNotes(home))) }),
	platforms: filePlatform,
	moreTools: [askFirst],
	...(story === 'propose' && { repos: (on) => repoParts.on(on) }),
});
// A platform that got no acknowledgement delivers again.
if (story === 'steer' && existsSync(marker)) await bench.dispatch.accept(steering);
await bench.dispatch.recover();
const begin = inboundWithKey('the-message', 'Make a file');
if (story === 'new') {
	const more = { ...inbound('command', { name: 'new', args: '' }), key: 'the-command' };
	await bench.say(begin, more, inboundWithKey('the-fresh', 'Fresh talk'));
} else if (story === 'compact') {
	const long = ['one', 'two'].map((nth) => inboundWithKey(`long-${nth}`, `${nth} `.repeat(1_500)));
	await bench.say(...long, begin);
} else await bench.say(begin);
if (['ask', 'tool', 'order', 'propose'].includes(story)) {
	const [question] = await bench.store.records.list('question', sessionId, questionSchema);
	await bench.say({
		...inbound('answer', { question: question?.id ?? '', value: story === 'propose' ? 'Open pull request' : 'blue' }),
		key: 'the-answer',
	});
}
if (story === 'delete')
	await bench.say({ ...inbound('delete', { of: 'the-message', gone: true }), key: 'the-removal' });
if (story === 'erase' || story === 'forget') {
	const what = story === 'erase' ? { kind: 'session' as const } : { kind: 'person' as const, person: begin.person };
	const common = { key: 'the-order', thread: begin.thread, person: begin.person, at: begin.at };
	await bench.dispatch.erase(sessionId, { ...common, type: 'erase', what });
	await bench.dispatch.settled();
}
if (story === 'words') await bench.say(inboundWithKey('the-words', 'blue'));
process.stdout.write(JSON.stringify(operations));
