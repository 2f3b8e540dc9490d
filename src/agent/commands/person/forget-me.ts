import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { noneIfDamaged } from '../../../base/errors.ts';
import { splitRule } from '../../../chat/place.ts';
import type { Places } from '../../../chat/places.ts';
import { questionSchema } from '../../../chat/question.ts';
import { type Person, personSchema } from '../../../chat/thread.ts';
import type { SessionFolder, Store } from '../../../store/store.ts';
import { holdsAny, type NotesOfPerson, notesOfPerson, remembersWordsOf } from '../../memory/forget.ts';
import { forgetPreferences } from '../../session/choices/preferences.ts';
import { readRecord, type SessionRecord } from '../../session/session-record.ts';
import { action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

type Deps = Pick<CommandDeps, 'store' | 'sessions' | 'places' | 'notes' | 'budgets'>;

export function forgetMeCommand(deps: Deps): Command {
	return action({
		name: 'forget-me',
		help: 'Forget you: your messages, files, answers and name, in every session',
		arguments: [
			{
				kind: 'choice',
				name: 'sure',
				help: 'without it, only what would go is told',
				choices: ['yes'],
				optional: true,
			},
		],
		again: true,
		right: 'guest',
		when: 'in-order',
		run: async ({ sure }, scene) => {
			const found = await sessionsWith(scene.person, deps);
			const notes = await notesOfPerson(scene.person, deps);
			if (sure) await forgetBesides(scene, found, notes, deps);
			if (sure) await deps.budgets?.forget(scene.person);
			if (found.length === 0 && !notes.isAny) return 'There is nothing of you here.';
			return sure ? await forget(found, scene, deps) : ahead(found, scene);
		},
	});
}

const personSchemaOf = z.looseObject({ person: personSchema });

interface Found {
	readonly id: string;
	/** Nobody else has spoken in it. */
	readonly alone: boolean;
}

/** Everywhere, as they are one person. One after the other: there may be thousands. */
async function sessionsWith(person: Person, deps: Deps): Promise<readonly Found[]> {
	const { sessions, places, store } = deps;
	const isThem = (one: Person) => places.isSamePerson(one.id, person.id);
	const found: Found[] = [];
	const words = idAnywhere(person, places);
	for (const id of await sessions.list()) {
		const isRemembered = await remembersWordsOf(person, id, deps);
		if (!isRemembered && !(await sessions.has(id, words)) && !(await isNamed(id, isThem, store))) continue;
		const folder = await sessions.open(id);
		const record = await readRecord(folder, places).catch(() => undefined);
		const people = record ? peopleIn(record) : [];
		if (people.some(isThem)) found.push({ id, alone: people.every(isThem) });
		else if (isRemembered || (await isNamed(id, isThem, store)) || (await hasAnswered(folder, isThem)))
			found.push({ id, alone: false });
	}
	return found;
}

/** The part of their id that is the same wherever they are met. */
function idAnywhere({ id }: Person, { platformOf }: Pick<Places, 'platformOf'>): string {
	return platformOf(id)?.people === 'everywhere' ? splitRule(id).subject : id;
}

/** Whoever answers a question need not take part in the session. */
async function hasAnswered({ journal }: SessionFolder, isThem: (one: Person) => boolean): Promise<boolean> {
	const entries = await journal.after(0).catch(noneIfDamaged);
	return (entries ?? []).some(({ step }) => step.type === 'answered' && isThem(step.person));
}

/** Only what is taken makes somebody take part: what waits does not, nor does feedback, nor a question that somebody was asked. */
async function isNamed(id: string, isThem: (one: Person) => boolean, { inbox, records }: Store): Promise<boolean> {
	if ((await inbox.waiting(id)).some(({ type, person }) => type === 'message' && isThem(person))) return true;
	const given = await records.list('feedback', id, personSchemaOf);
	const asked = await records.list('asked', id, personSchemaOf);
	if ([...given, ...asked].some(({ person }) => isThem(person))) return true;
	const questions = await records.list('question', id, questionSchema);
	return questions.some(({ askedFor, whoMayAnswer }) =>
		[...whoMayAnswer.map((one) => ({ id: one, name: one })), ...(askedFor ? [askedFor] : [])].some(isThem),
	);
}

function peopleIn({ owner, participants }: SessionRecord): readonly Person[] {
	return [owner, ...participants];
}

const staysText =
	'What I answered, what was made in /workspace, tools that were forged or shared (with the name of who asked for them), instructions that you have set for channels, and what I was shown of a thread before I was called stay; so do the messages here: delete them yourself.';

function ahead(found: readonly Found[], { spell }: CommandScene): string {
	return `I would forget you for good ${amounts(found)}: your messages and the files that came with them, your answers, feedback, settings, instructions, memories of your words, and name. ${staysText} To have it done: ${spell('forget-me yes')}`;
}

function amounts(found: readonly Found[]): string {
	const alone = found.filter((one) => one.alone).length;
	return `in ${counted(found.length)}, of which ${alone} in which only you spoke ${alone === 1 ? 'goes' : 'go'} as a whole`;
}

function counted(sessions: number): string {
	return `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
}

/** Their settings and notes, which are in no session. Sessions of others that were told what is remembered of them are to forget that, before it is known no more. */
async function forgetBesides(
	{ person, erase }: CommandScene,
	found: readonly Found[],
	notes: NotesOfPerson,
	{ sessions, store, places }: Deps,
): Promise<void> {
	await forgetPreferences(person, { records: store.records, places });
	const theirs = new Set(found.map(({ id }) => id));
	for (const id of notes.ids.length > 0 ? await sessions.list() : [])
		if (!theirs.has(id) && (await holdsAny(id, notes.ids, sessions))) await erase(id, { kind: 'memories' });
	await notes.forget();
	// The commands that have set them stood there.
	await store.rows.scrub();
}

/** The session in which it is asked goes last, once that is answered. */
async function forget(
	found: readonly Found[],
	{ id: own, person, erase }: CommandScene,
	{ store }: Deps,
): Promise<string> {
	const what = ({ alone }: Found) => (alone ? { kind: 'session' as const } : { kind: 'person' as const, person });
	const others = found.filter(({ id }) => id !== own);
	const orders: { readonly id: string; readonly key: string }[] = [];
	for (const one of others) orders.push({ id: one.id, key: await erase(one.id, what(one)) });
	const left = await leftOf(orders, store);
	const here = found.find(({ id }) => id === own);
	if (here) await erase(own, what(here));
	const later =
		left === 0 ? '' : ` In ${counted(left)} it is done as soon as the turn there has ended, also after a restart.`;
	return `You are forgotten ${amounts(found)}.${later} ${staysText}`;
}

/** How long the end of the others is waited for, ms. */
const patienceMs = 10_000;
const lookMs = 50;

/** How many orders are not carried out in time. */
async function leftOf(
	orders: readonly { readonly id: string; readonly key: string }[],
	{ inbox }: Pick<Store, 'inbox'>,
): Promise<number> {
	let left = orders;
	for (let waited = 0; left.length > 0 && waited < patienceMs; waited += lookMs) {
		await delay(lookMs);
		const waits = await Promise.all(
			left.map(async ({ id, key }) => (await inbox.waiting(id)).some((inbound) => inbound.key === key)),
		);
		left = left.filter((_, at) => waits[at]);
	}
	return left.length;
}
