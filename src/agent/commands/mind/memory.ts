import { type Membership, may } from '../../../chat/people.ts';
import { readShelves } from '../../memory/find.ts';
import { holdsAny } from '../../memory/forget.ts';
import { forgetWhere, keep, meantWhere } from '../../memory/keep.ts';
import { lineOf } from '../../memory/memory.ts';
import { type MemoryEntry, readIndex, readMemory, successorOf } from '../../memory/memory-index.ts';
import { type Scope, type Shelf, shelvesOf } from '../../memory/shelves.ts';
import { membershipOf, readRecord } from '../../session/session-record.ts';
import { type Action, action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';
import type { WordArgument } from '../syntax/arguments.ts';
import { completeMemoryId } from './memory-ids.ts';

type Deps = Pick<CommandDeps, 'notes' | 'places' | 'roleOf' | 'sessions'>;

const memoryId = {
	kind: 'word',
	name: 'id',
	help: 'the id of a memory',
	form: /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/,
} as const;

export function memoryCommand(deps: Deps): Command {
	const id = { ...memoryId, complete: completeMemoryId(deps) };
	return {
		name: 'memory',
		help: 'What is remembered here, and how to change it',
		subcommands: [listAction(deps), showAction(id, deps), forgetAction(id, deps), editAction(id, deps)],
	};
}

type Id = typeof memoryId & WordArgument;

function listAction(deps: Deps): Action {
	return action({
		name: 'list',
		help: 'List what is remembered of this session, of you and of the channel',
		arguments: [],
		right: 'guest',
		when: 'at-once',
		run: async (_values, scene) => await listText(shelvesFor(scene, deps), scene),
	});
}

function showAction(id: Id, deps: Deps): Action {
	return action({
		name: 'show',
		help: 'Show a memory, and where it is from',
		arguments: [id],
		right: 'guest',
		when: 'at-once',
		run: async ({ id: wanted }, scene) => {
			const found = await findEntry(wanted, scene, deps);
			return found ? await showText(found) : noneText(wanted, scene);
		},
	});
}

function forgetAction(id: Id, deps: Deps): Action {
	return action({
		name: 'forget',
		help: 'Forget a memory, and what it has replaced',
		arguments: [id],
		right: 'guest',
		when: 'at-once',
		run: async ({ id: wanted }, scene) => {
			const found = await findEntry(wanted, scene, deps);
			if (!found) return noneText(wanted, scene);
			if (!(await mayChange(found, scene, deps))) return whoMayText(found);
			await forgetTold(found, scene, deps);
			const gone = await forgetWhere((entry) => entry.id === found.entry.id, found.shelf.folder);
			return `Forgotten: ${gone.join(', ')}. What was said stays in the conversation.`;
		},
	});
}

function editAction(id: Id, deps: Deps): Action {
	return action({
		name: 'edit',
		help: 'Put other words in the place of a memory',
		arguments: [id, { kind: 'words', name: 'text', help: 'what is to be remembered instead' }],
		right: 'guest',
		when: 'at-once',
		run: async ({ id: wanted, text }, scene) => {
			const found = await findEntry(wanted, scene, deps);
			if (!found) return noneText(wanted, scene);
			if (!(await mayChange(found, scene, deps))) return whoMayText(found);
			return await edit(found, text, scene, deps);
		},
	});
}

interface FoundEntry {
	readonly shelf: Shelf;
	readonly entry: MemoryEntry;
}

function shelvesFor({ id: session, thread, person }: CommandScene, deps: Deps): readonly Shelf[] {
	return shelvesOf({ session, thread, person }, deps);
}

async function findEntry(wanted: string, scene: CommandScene, deps: Deps): Promise<FoundEntry | undefined> {
	for (const shelf of shelvesFor(scene, deps)) {
		const entry = (await readIndex(shelf.folder)).memories.find((one) => one.id === wanted);
		if (entry) return { shelf, entry };
	}
	return undefined;
}

function noneText(wanted: string, { spell }: CommandScene): string {
	return `There is no memory "${wanted}" here. ${spell('memory list')} lists them.`;
}

/** Whoever it is from may; of a session also who takes part in it; of a channel an admin. Whoever finds one of a person is that person. */
async function mayChange({ shelf, entry }: FoundEntry, scene: CommandScene, deps: Deps): Promise<boolean> {
	const { person } = scene;
	const membership = await membershipIn(scene, deps);
	const isTheirs = entry.person !== undefined && deps.places.isSamePerson(entry.person, person.id);
	if (shelf.scope === 'person') return true;
	if (shelf.scope === 'session') return isTheirs || may(membership, 'participant');
	return membership.role === 'admin' || (isTheirs && membership.role === 'member');
}

async function membershipIn({ person, thread, folder }: CommandScene, { places, roleOf }: Deps): Promise<Membership> {
	const role = roleOf(person, places.conversationOf(thread).place);
	return membershipOf({ person, role }, await readRecord(folder, places), places);
}

function whoMayText({ shelf, entry }: FoundEntry): string {
	const others = shelf.scope === 'channel' ? 'an admin' : 'somebody who takes part in this session';
	return `${entry.id} is for ${entry.from} or ${others} to change.`;
}

async function listText(shelves: readonly Shelf[], { spell }: CommandScene): Promise<string> {
	const found = await readShelves(shelves);
	const problems = (await Promise.all(shelves.map(async ({ folder }) => (await readIndex(folder)).problems))).flat();
	const lists = shelves.flatMap(({ scope }) => {
		const own = found.filter(({ shelf }) => shelf.scope === scope);
		if (own.length === 0) return [];
		const listed = own.slice(0, mostListed).map(lineFor).join('\n');
		return [`**${heads[scope]}**\n${listed}`, ...moreThan(own)];
	});
	const wrong = problems.slice(0, 10).map((problem) => `Not as it should be: ${problem}`);
	if (lists.length === 0) return ['Nothing is remembered here.', ...wrong].join('\n');
	// A line right behind a list would be its last item's.
	return [
		...lists,
		...(wrong.length > 0 ? [wrong.join('\n')] : []),
		`${spell('memory show <id>')} shows one, ${spell('memory forget <id>')} forgets it.`,
	].join('\n\n');
}

/** More would fill the thread. */
const mostListed = 30;

const heads: Readonly<Record<Scope, string>> = {
	session: 'Of this session',
	person: 'Of you, in all threads here',
	channel: 'Of this channel',
};

function moreThan(own: readonly unknown[]): string[] {
	return own.length > mostListed ? [`and ${own.length - mostListed} more, older ones`] : [];
}

function lineFor({ memory }: Awaited<ReturnType<typeof readShelves>>[number]): string {
	return `- \`${memory.id}\` ${memory.at.slice(0, 10)}, ${memory.from}: ${lineOf(memory.text)}`;
}

async function showText({ shelf, entry }: FoundEntry): Promise<string> {
	const memory = await readMemory(entry, shelf.folder);
	if (!memory) return `\`${entry.id}\` is gone.`;
	const next = successorOf(entry, await readIndex(shelf.folder));
	const facts = [
		`\`${memory.id}\` of ${memory.at.slice(0, 16).replace('T', ' ')} UTC, from ${memory.from}`,
		...(memory.source === 'read' ? ['it stood so in a file, or in what a tool had answered'] : []),
		...(memory.supersedes.length > 0 ? [`it replaces ${memory.supersedes.join(', ')}`] : []),
		...(next ? [`${next.id} has replaced it`] : []),
	];
	return `${facts.join('; ')}:\n${memory.text.replaceAll(/^/gm, '> ')}`;
}

/** The former words go: whoever changes them may want nobody to read them. So do those that they had replaced, which would be in force again. */
async function edit(found: FoundEntry, text: string, scene: CommandScene, deps: Deps): Promise<string> {
	const { shelf, entry } = found;
	const { folder, letter } = shelf;
	const { person, id: session, key: message } = scene;
	const at = new Date().toISOString();
	const draft = { text, letter, at, from: person.name, person: person.id, session, message };
	const made = await keep({ ...draft, supersedes: [entry.id] }, folder);
	if (made.kind === 'refused') return `Not changed: ${made.why}.`;
	if (made.id === entry.id) return `\`${entry.id}\` says that already.`;
	await forgetTold(found, scene, deps);
	await forgetWhere(({ id }) => id === entry.id, folder);
	return `Changed: it is \`${made.id}\` now.`;
}

/** Sessions in which others speak were told of what a channel remembers: they lose it while it is still known by which id. */
async function forgetTold({ shelf, entry }: FoundEntry, { erase }: CommandScene, { sessions }: Deps): Promise<void> {
	if (shelf.scope !== 'channel') return;
	const ids = await meantWhere(({ id }) => id === entry.id, shelf.folder);
	for (const session of await sessions.list())
		if (await holdsAny(session, ids, sessions)) await erase(session, { kind: 'memories' });
}
