import { noneIfDamaged } from '../../base/errors.ts';
import type { Places } from '../../chat/places.ts';
import type { Person } from '../../chat/thread.ts';
import { type Step, snapshotSchema } from '../../store/journal.ts';
import type { Journal, SessionFolder } from '../../store/store.ts';

type Taken = Extract<Step, { type: 'taken' }>;

/** A session as journal and snapshot tell of it: who spoke in it, first and last, and what was said first. */
export interface Spoken {
	readonly thread: Taken['thread'];
	readonly owner: Person;
	readonly participants: readonly Person[];
	/** The first words, without the notes for the Brain around them. */
	readonly words: string;
	/** ISO 8601. */
	readonly first: string;
	readonly last: string;
}

/** Somebody whom no platform knows: what is theirs is nobody's else. */
const unknown: Person = { id: 'unknown', name: 'Somebody' };

/** As much of a session's folder as tells who spoke in it. */
export type SpokenFolder = Pick<SessionFolder, 'id' | 'documents'> & { readonly journal: Pick<Journal, 'after'> };

/** Undefined where the session's id does not tell its thread. */
export async function spokenIn(
	{ id: session, journal, documents }: SpokenFolder,
	{ threadOfSession }: Pick<Places, 'threadOfSession'>,
): Promise<Spoken | undefined> {
	const entries = await journal.after(0).catch(noneIfDamaged);
	const said = (entries ?? []).flatMap(({ at, step }) => (step.type === 'taken' ? [{ at, step }] : []));
	const snapshot = await documents.read('current_history', snapshotSchema).catch(noneIfDamaged);
	const messages = said.length > 0 ? said.map(({ step }) => step.message) : (snapshot?.messages ?? []);
	const people = messages.flatMap((message) => (message.role === 'user' ? (message.person ?? []) : []));
	const thread = said[0]?.step.thread ?? threadOfSession(session);
	if (!thread) return undefined;
	const { id, name } = people[0] ?? unknown;
	const now = new Date().toISOString();
	return {
		thread,
		owner: { id, name },
		participants: [...new Map(people.map((person) => [person.id, { id: person.id, name: person.name }])).values()],
		words: wordsOf(messages[0]?.text ?? ''),
		first: said[0]?.at ?? now,
		last: said.at(-1)?.at ?? now,
	};
}

/** Lines in brackets, and what was quoted, are ours. */
function wordsOf(text: string): string {
	const lines = text.split('\n').filter((line) => !/^(\[|> )/.test(line));
	return lines.join(' ').replaceAll(/\s+/g, ' ').trim();
}
