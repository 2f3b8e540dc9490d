import { z } from 'zod';
import { kept } from '../../base/kept.ts';
import { shorten } from '../../base/text/shorten.ts';
import type { Inbound, MessageInbound } from '../../chat/inbound.ts';
import { listeningSchema } from '../../chat/listening.ts';
import type { Membership, Role } from '../../chat/people.ts';
import type { Places } from '../../chat/places.ts';
import { type Person, personSchema, threadSchema } from '../../chat/thread.ts';
import type { SessionFolder } from '../../store/store.ts';
import { nobody } from './past/stubs.ts';
import { type SpokenFolder, spokenIn } from './rebuild-record.ts';

/** `session.json`: what a session is called, and whose it is. */
const sessionRecordSchema = kept({
	version: z.literal(1),
	id: z.string(),
	thread: threadSchema,
	title: z.string(),
	owner: personSchema,
	participants: z.array(personSchema),
	/** Whether messages wait for a running turn or steer it; `wait` when missing. */
	mode: z.enum(['wait', 'steer']).optional(),
	/** Whom it hears; missing: as its place has it. */
	listen: listeningSchema.optional(),
	/** Who may read the threads in which it was spoken: once private, always private. Missing: not known, which counts as private. */
	audience: z.enum(['public', 'private']).optional(),
	createdAt: z.iso.datetime(),
	usedAt: z.iso.datetime(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** Undefined for a session nobody has spoken in. A damaged one is made anew from the journal. */
export function readRecord(
	folder: SpokenFolder,
	places: Pick<Places, 'threadOfSession'>,
): Promise<SessionRecord | undefined> {
	return folder.documents.read('session', sessionRecordSchema, () => rebuildRecord(folder, places));
}

/** Where nothing tells whose the session is it is nobody's: that its owner is unknown makes nobody else one. */
async function rebuildRecord(
	folder: SpokenFolder,
	places: Pick<Places, 'threadOfSession'>,
): Promise<SessionRecord | undefined> {
	const spoken = await spokenIn(folder, places);
	if (!spoken) return undefined;
	const { thread, owner, participants, words, first, last } = spoken;
	const title = titleOf(words);
	return {
		version: 1,
		id: folder.id,
		thread,
		title,
		owner,
		participants: [...participants],
		createdAt: first,
		usedAt: last,
	};
}

function titleOf(words: string): string {
	return shorten(words.replaceAll(/\s+/g, ' ').trim(), 60) || 'Untitled';
}

/** Notes that `message` was said: its person takes part, the first one owns the session and names it. */
export async function noteMessage(folder: SessionFolder, message: MessageInbound, places: Places): Promise<void> {
	const known = await readRecord(folder, places);
	const audience = audienceAfter(known, message, places);
	if (known && audience === known.audience && isNoted(known, message)) return;
	const before = known ?? firstRecord(folder, message);
	const participants = withPerson(before.participants, message.person, places);
	const { audience: _before, ...rest } = { ...before, participants, usedAt: message.at };
	await folder.documents.write('session', { ...rest, ...(audience && { audience }) } satisfies SessionRecord);
}

/**
 * Who may read after a message. What somebody says for our ears alone, of a session that is elsewhere, changes nothing; a thread says
 * nothing of the room in which a session began.
 */
function audienceAfter(
	known: SessionRecord | undefined,
	{ audience, thread }: Pick<Inbound, 'audience' | 'thread'>,
	{ conversationOf }: Places,
): SessionRecord['audience'] {
	if (audience === 'alone' || known?.audience === 'private') return known?.audience;
	const isElsewhere = known && conversationOf(known.thread).room !== conversationOf(thread).room;
	const isUnknownElsewhere = isElsewhere && known.audience === undefined;
	return isUnknownElsewhere && audience === 'public' ? undefined : audience;
}

/** Who spoke last is up to date to the minute: a write for each message would cost every turn two syncs of the disk. */
function isNoted(record: SessionRecord, { person, at }: MessageInbound): boolean {
	const last = record.participants.at(-1);
	return last?.id === person.id && last.name === person.name && Date.parse(at) - Date.parse(record.usedAt) < 60_000;
}

function firstRecord(folder: SessionFolder, { thread, person, at, text }: MessageInbound): SessionRecord {
	return {
		version: 1,
		id: folder.id,
		thread,
		title: titleOf(text),
		owner: nameOnly(person),
		participants: [],
		createdAt: at,
		usedAt: at,
	};
}

function withPerson(people: readonly Person[], person: Person, { isSamePerson }: Places): Person[] {
	return [...people.filter((one) => !isSamePerson(one.id, person.id)), nameOnly(person)];
}

/** Everything else that is known of people changes: it is never read from here. */
function nameOnly({ id, name }: Person): Person {
	return { id, name };
}

/** The part that a person of this role has in a session; in one that nobody has spoken in yet, everyone is its owner. Pure. */
export function membershipOf(
	{ person, role }: { readonly person: Person; readonly role: Role | undefined },
	record: SessionRecord | undefined,
	{ isSamePerson }: Pick<Places, 'isSamePerson'>,
): Membership {
	const owner = record === undefined || isSamePerson(record.owner.id, person.id);
	const participant = record?.participants.some((one) => isSamePerson(one.id, person.id)) ?? true;
	return { role: role ?? 'guest', owner, participant };
}

/** Takes a person's words out of the name of a session. */
export async function forgetTitle(folder: SessionFolder, places: Pick<Places, 'threadOfSession'>): Promise<void> {
	const record = await readRecord(folder, places);
	if (record) await folder.documents.write('session', { ...record, title: titleOf('') } satisfies SessionRecord);
}

/** Takes those that are meant out of who a session is of; its name is their words where they began it. */
export async function forgetPersonIn(
	folder: SessionFolder,
	isMeant: (person: Person) => boolean,
	places: Pick<Places, 'threadOfSession'>,
): Promise<void> {
	const record = await readRecord(folder, places);
	if (!record) return;
	const participants = record.participants.filter((one) => !isMeant(one));
	const owned = isMeant(record.owner) && { owner: nobody, title: titleOf('') };
	await folder.documents.write('session', { ...record, participants, ...owned } satisfies SessionRecord);
}

/** Sets what people may say of a session. False where nobody has spoken yet. */
export async function setInRecord(
	folder: SessionFolder,
	changes: Partial<Pick<SessionRecord, 'mode' | 'listen'>>,
	places: Pick<Places, 'threadOfSession'>,
): Promise<boolean> {
	const record = await readRecord(folder, places);
	if (record) await folder.documents.write('session', { ...record, ...changes } satisfies SessionRecord);
	return record !== undefined;
}
