import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '../../../src/agent/commands/command.ts';
import { createOverview } from '../../../src/agent/commands/overview.ts';
import { completeArguments } from '../../../src/agent/commands/syntax/complete-arguments.ts';
import { commandTable } from '../../../src/agent/commands/table.ts';
import { unused } from '../../../src/agent/forge/registry/registry.ts';
import { keep } from '../../../src/agent/memory/keep.ts';
import { digestOf } from '../../../src/agent/memory/memory.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { createRoles, type RoleRules } from '../../../src/chat/people.ts';
import type { Audience } from '../../../src/chat/place.ts';
import { type Question, questionSchema } from '../../../src/chat/question.ts';
import type { Person, Thread } from '../../../src/chat/thread.ts';
import { places, platformCommands } from '../../../src/platforms.ts';
import { builtIns } from '../../../src/sandbox/built-ins.ts';
import { instructionsName } from '../../../src/store/notes.ts';
import { sessionPathsIn } from '../../../src/store/session/layout.ts';
import { command, said } from '../../support/commands.ts';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { budgetsOn, leastOfPaid, paidModel } from '../../support/paid-model.ts';
import { type ScriptedModel, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { openWorkbench, type Workbench } from '../../support/workbench.ts';
import { askAdmin } from './ask-admin.ts';

/** Everybody there is. */
export const people = {
	owner: person('slack:T1/UO'),
	participant: person('slack:T1/UP'),
	member: person('slack:T1/UM'),
	guest: person('slack:T1/UG', 'slack:T1/guests'),
	external: person('slack:T9/UX', 'slack:T1/externals'),
	'admin here': person('slack:T1/UA'),
	'member elsewhere': person('slack:T2/UM'),
	'admin elsewhere': person('slack:T2/UA'),
	'admin by role elsewhere': person('discord:7/1', 'discord:7/role:5'),
	operator: person('local'),
} as const satisfies Record<string, Person>;
export type Who = keyof typeof people;
export const everybody = Object.keys(people).filter((name): name is Who => name in people);

/** Whoever has waited with a message all along, and is none of them. */
const author = person('slack:T1/UW');
export const waitingKey = 'waiting';

export const rules: RoleRules = {
	admins: ['slack:T1/UA', 'slack:T2/UA', 'discord:7/role:5'],
	members: undefined,
	guests: ['slack:T1/guests'],
};

function person(id: string, ...traits: string[]): Person {
	return { id, name: id, ...(traits.length > 0 && { traits }) };
}

/** Where somebody acts: in the session's thread, or, of another place, in a thread of their own. */
export function threadOf(who: Who, here: Thread): Thread {
	if (who === 'operator') return { platform: 'terminal', id: 'own' };
	if (who === 'admin by role elsewhere') return { platform: 'discord', id: '7-8-9' };
	return who.endsWith('elsewhere') ? { platform: 'slack', id: 'T2-C9-1.1' } : here;
}

export interface SceneOptions {
	readonly here?: Thread;
	readonly audience?: Audience;
	/** What the session is in the middle of; `busy`: a call, with a message that waits. */
	readonly state?: State;
	/** Only these may answer what is asked. */
	readonly named?: readonly string[];
}
export type State = 'resting' | 'busy' | 'asks everyone' | 'asks an admin' | 'asks to share' | 'asks to raise';

/** One session, in which `owner` and `participant` have spoken. */
export interface Scene extends AsyncDisposable {
	readonly bench: Workbench;
	readonly brain: ScriptedModel;
	readonly session: string;
	/** Hands something in, as somebody, from where they are; resolves when it has been dealt with. */
	act(who: Who, given: Inbound, at?: At): Promise<void>;
	complete(who: Who, name: string, text: string): Promise<readonly string[]>;
	overview(who: Who): Promise<readonly string[]>;
	question(): Promise<Question>;
	/** What was posted since everything was set up. */
	news(): string;
	/** Ends the call in which the turn is. */
	goOn(): Promise<void>;
}
export interface At {
	readonly thread?: Thread;
	readonly audience?: Audience;
}

const publicThread: Thread = { platform: 'slack', id: 'T1-C1-1.1' };

const callsIn: Readonly<Record<State, readonly { readonly name: string; readonly args: unknown }[]>> = {
	resting: [],
	busy: [{ name: 'bash', args: { command: 'sleep' } }],
	'asks everyone': [{ name: 'ask_user', args: { question: 'Which?', choices: ['yes', 'no'] } }],
	'asks an admin': [{ name: 'ask_admin', args: {} }],
	'asks to share': [],
	'asks to raise': [],
};

export async function openScene(options: SceneOptions = {}): Promise<Scene> {
	const { here = publicThread, audience = 'public', state = 'resting' } = options;
	const dir = await tempDir();
	const session = `slack-${here.id.replaceAll('.', '__')}`;
	const gate = Promise.withResolvers<void>();
	const bash = async () => {
		await gate.promise;
		return { ok: true, text: 'exit code 0' };
	};
	const brain = scriptedModel([{ text: 'a' }, { calls: callsIn[state], text: 'b' }, ...later]);
	const sandboxes = createFakeSandboxes({ tools: { bash } });
	// The first call fits, and no second one.
	const limits = state === 'asks to raise' ? { stops: { session: { tokens: leastOfPaid + 4 } } } : {};
	const bench = openWorkbench({
		home: dir.path,
		brain: paidModel(brain),
		roles: rules,
		sandboxes,
		moreTools: [askAdmin],
		budgets: (store) => budgetsOn(store, { limits }),
	});
	const roleOf = createRoles(rules, places);
	const commands = commandsIn(bench, brain);
	const common = { thread: here, audience };
	await bench.say({ ...said('secret plan', { person: people.owner }), ...common });
	await fill(bench, dir.path, session);
	await fillNotes(bench, session);
	await begin();
	const before = bench.platform.posts.length;

	async function begin(): Promise<void> {
		const second = { ...said('more', { person: people.participant }), ...common };
		if (state !== 'busy') await bench.say(second);
		else {
			await bench.dispatch.accept(second);
			await waitFor(() => bench.platform.posts.includes('bash started'), 'the call');
			await bench.dispatch.accept({ ...said('waiting words', { person: author }), ...common, key: waitingKey });
			await waitFor(() => bench.platform.events.some(({ type }) => type === 'waiting'), 'the acknowledgement');
		}
		if (state === 'asks to share')
			await bench.say({ ...command('/tools share double_number', { person: people.owner }), ...common });
		if (options.named) await nameThem(options.named);
	}
	/** No tool of ours names people yet; what is kept decides. */
	async function nameThem(whoMayAnswer: readonly string[]): Promise<void> {
		const question = await questionIn(bench, session);
		const named = { ...question, role: 'participant', whoMayAnswer: [...whoMayAnswer] } satisfies Question;
		await bench.store.records.put('question', session, question.id, named);
	}
	const asker = (who: Who, at: At = {}) => {
		const thread = at.thread ?? threadOf(who, here);
		return { person: people[who], thread, audience: at.audience ?? (thread === here ? audience : 'public') };
	};
	return {
		bench,
		brain,
		session,
		async act(who, given, at) {
			const posted = bench.platform.posts.length;
			await bench.dispatch.accept({ ...given, ...asker(who, at) });
			if (state === 'busy') await dealtWith(bench, given, posted);
			else await bench.dispatch.settled();
			await waitFor(() => isRefusedAside(who, at) === false || bench.platform.posts.length > posted, 'the denial');
		},
		async complete(who, name, text) {
			const command = commands.find((one) => one.name === name);
			return command === undefined ? [] : (await completeArguments(command, text, asker(who))).hits;
		},
		overview: async (who) => {
			const { place } = places.conversationOf(asker(who).thread);
			const { sessions } = await createOverview({ ...bench, roleOf })(people[who], place ?? '');
			return sessions.map(({ id }) => id);
		},
		question: () => questionIn(bench, session),
		news: () => bench.platform.posts.slice(before).join('\n'),
		async goOn() {
			gate.resolve();
			await bench.dispatch.settled();
		},
		async [Symbol.asyncDispose]() {
			gate.resolve();
			await bench[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};

	/** Somebody without the role is told so beside everything else. */
	function isRefusedAside(who: Who, at?: At): boolean {
		return roleOf(people[who], places.conversationOf(asker(who, at).thread).place) === undefined;
	}
}

const later = Array.from({ length: 6 }, () => ({ text: 'ok' }));
const nothingRuns = { sessionOf: () => undefined, runningSince: () => undefined, stop: () => false };
const modelsOf = (brain: ScriptedModel) => ({ brain, coder: brain, summarizer: brain });

/** The commands that there are, by these rules. */
export function commandsIn(bench: Workbench, brain: ScriptedModel): readonly Command[] {
	const roleOf = createRoles(rules, places);
	const usual = { zone: 'UTC', notify: 'on' } as const;
	const parts = { models: modelsOf(brain), builtIns, turns: nothingRuns, roleOf, usual, platformCommands };
	return commandTable({ ...bench, ...parts });
}

const channel = { kind: 'channel', place: 'slack-T1', channel: 'slack-T1-C1' } as const;
export const channelInstructions = 'Answer in French\n';
const memory = 'The launch is in May';
export const memoryId = `m-${digestOf(memory).slice(0, 8)}`;

export function readChannel({ notes }: Workbench): Promise<string | undefined> {
	return notes.open(channel).own.read(instructionsName);
}

async function fillNotes({ notes }: Workbench, session: string): Promise<void> {
	await notes.open(channel).own.write(instructionsName, channelInstructions);
	const draft = { text: memory, letter: 'm', at: '2026-11-28T10:00:00.000Z', from: 'UO', supersedes: [] };
	await keep({ ...draft, person: people.owner.id }, notes.open({ kind: 'session', session }));
}

/** A file that was handed in, and a tool that was used. */
async function fill({ sessions }: Workbench, home: string, session: string): Promise<void> {
	const folder = await sessions.open(session);
	const { inputs } = sessionPathsIn(home)(session).trees;
	await mkdir(inputs, { recursive: true });
	await writeFile(join(inputs, 'secret.csv'), 'a');
	for (const code of ['one', 'two']) await keepTool(folder, { code }, { use: { ...unused, calls: 1 } });
}

async function questionIn({ store }: Workbench, session: string): Promise<Question> {
	const question = (await store.records.list('question', session, questionSchema)).at(-1);
	if (!question) throw new Error('Nobody was asked');
	return question;
}

/** While a turn runs, what is for now leaves the inbox, or stays beside its message; what is refused is answered. */
async function dealtWith({ store, platform }: Workbench, { key, type }: Inbound, posted: number): Promise<void> {
	const isDone = async () => {
		const sessions = await store.inbox.sessions();
		const waiting = await Promise.all(sessions.map((session) => store.inbox.waiting(session)));
		return platform.posts.length > posted || !waiting.flat().some((inbound) => inbound.key === key);
	};
	if (type !== 'steer') await waitFor(isDone, `the end of "${type}"`);
}
