import { z } from 'zod';
import { userMessage } from '../../base/errors.ts';
import type { Person } from '../../chat/thread.ts';
import { readRecord } from '../session/session-record.ts';
import { defineTool, type Tool, type ToolContext, type ToolOutcome, type ToolResult } from '../tool.ts';
import { type Draft, faultIn, keep, plan } from './keep.ts';
import { cleanText, mostBytes, mostShownBytes } from './memory.ts';
import { type MemoryEntry, type MemoryIndex, readIndex } from './memory-index.ts';
import { theHistory } from './recalled-head.ts';
import { type MemoryDeps, type Scope, type Shelf, scopes, shelfOf, whyNotHere } from './shelves.ts';
import { type Words, whoseWords } from './whose-words.ts';

const args = z.strictObject({
	text: z.string(),
	scope: z.enum(scopes).optional(),
	supersedes: z.string().optional(),
});
type Args = z.infer<typeof args>;

/** The Brain's way to keep a fact. In a session it is kept at once; for a person, or a channel, once they have read these very words and said yes. */
export function rememberTool(deps: MemoryDeps): Tool {
	return defineTool({
		name: 'remember',
		description: 'Keep a fact for later; beyond the session people are asked. supersedes: id it replaces.',
		touches: 'nothing',
		ways: ['goes-on'],
		args,
		run: async (given, context) => {
			try {
				return await remember(given, context, deps);
			} catch (error) {
				context.signal.throwIfAborted();
				return no(userMessage(error));
			}
		},
	});
}

async function remember(given: Args, context: ToolContext, deps: MemoryDeps): Promise<ToolOutcome> {
	const { scope = 'session' } = given;
	const { session, call } = context;
	const scene = { session: session.id, ...call };
	const shelf = shelfOf(scope, scene, deps);
	const record = await readRecord(session.folder, deps.places);
	const why = shelf ? whyNotHere(scope, scene, record, deps) : 'there is no such scope in this conversation';
	if (!shelf || why !== undefined) return no(`Not remembered for the ${scope}: ${why}. In the session it can be.`);
	const fault = faultIn(cleanText(given.text), scope === 'session' ? mostBytes : mostShownBytes);
	if (fault !== undefined) return no(`Not remembered: ${fault}.`);
	const words = wordsOf(given.text, context, deps);
	if (scope === 'session') return await keepIn(shelf, draftOf(given, { shelf, words, context }));
	const foreign = words.kind === 'own' ? undefined : whyForeign[words.kind];
	if (foreign !== undefined) return no(`Not remembered for the ${scope}: ${foreign}. In the session it can be.`);
	return await askFirst(scope, draftOf(given, { shelf, words, context }), { shelf, context, deps });
}

const whyForeign = {
	read: 'it stands so in a file, or in what a tool has answered, and nobody has said it',
	history:
		'it is a fact out of the history, which may be of anybody’s words, or of a file: whoever wants it kept says so in their own words',
	others: 'these are the words of somebody else, who would have to ask for it',
} as const;

function wordsOf(text: string, { session, call }: ToolContext, { places }: MemoryDeps): Words {
	const { person } = call;
	const isAsking = (one: Person) => person !== undefined && places.isSamePerson(one.id, person.id);
	return whoseWords(text, session.history().messages, isAsking);
}

interface Making {
	readonly shelf: Shelf;
	readonly words: Words;
	readonly context: ToolContext;
}

function draftOf({ text, supersedes }: Args, { shelf, words, context }: Making): Draft {
	const { session, call } = context;
	const whose = whoseIs(words, call.person);
	const turn = session.history().open?.id;
	return {
		text,
		letter: shelf.letter,
		at: new Date().toISOString(),
		from: whose?.name ?? (words.kind === 'history' ? theHistory : 'somebody'),
		person: whose?.id,
		session: session.id,
		turn,
		source: sources[words.kind],
		supersedes: supersedes === undefined || supersedes.trim() === '' ? [] : [supersedes.trim()],
	};
}

/** Words of others, whoever they are, do not become those of whoever asks. */
function whoseIs(words: Words, asking: Person | undefined): Person | undefined {
	if (words.kind === 'others') return words.person;
	return words.kind === 'history' ? undefined : asking;
}

const sources = { own: undefined, others: undefined, read: 'read', history: 'kept' } as const;

interface Asking {
	readonly shelf: Shelf;
	readonly context: ToolContext;
	readonly deps: MemoryDeps;
}

const yes = 'Remember it';

async function askFirst(scope: Exclude<Scope, 'session'>, draft: Draft, asking: Asking): Promise<ToolOutcome> {
	const { shelf, context, deps } = asking;
	const index = await readIndex(shelf.folder);
	const planned = plan(draft, index);
	if (planned.kind !== 'new') return said(planned);
	const others = scope === 'channel' ? othersIn(planned.supersedes, index, asking) : undefined;
	if (others) return no(`Not remembered for the channel: only ${others.from} or an admin may replace ${others.id}.`);
	const { answer, person } = context.call;
	if (!answer) return askFor(scope, draft, { index, person });
	if (answer.value !== yes) return no(`Not remembered: ${answer.value === null ? 'nobody answered' : 'they said no'}.`);
	const isTheirs = person !== undefined && deps.places.isSamePerson(answer.person.id, person.id);
	// Nobody else's yes makes a memory of somebody.
	if (scope === 'person' && !isTheirs) return no('Not remembered: somebody else answered.');
	return await keepIn(shelf, draft);
}

/** Of memories of a channel that would be replaced, one that whoever asks may not forget either. */
function othersIn(
	replaced: readonly string[],
	{ memories }: MemoryIndex,
	{ context: { call }, deps: { places, roleOf } }: Asking,
): MemoryEntry | undefined {
	const { person, thread } = call;
	if (person && roleOf(person, places.conversationOf(thread).place) === 'admin') return undefined;
	const isTheirs = (id: string | undefined) => id !== undefined && person && places.isSamePerson(id, person.id);
	return memories.find((entry) => replaced.includes(entry.id) && !isTheirs(entry.person));
}

function askFor(
	scope: Exclude<Scope, 'session'>,
	{ text, supersedes }: Draft,
	{ index, person }: { readonly index: MemoryIndex; readonly person: Person | undefined },
): ToolOutcome {
	const old = index.memories.filter(({ id }) => supersedes.includes(id)).map(({ line }) => `\nIt replaces: ${line}`);
	const quoted = cleanText(text).replaceAll(/^/gm, '> ');
	const choices = [yes, 'No'];
	return {
		ask: {
			text: `${asks[scope]}\n${quoted}${old.join('')}`,
			answer: { kind: 'choices', choices },
			...(scope === 'person' && person && { whoMayAnswer: [person.id] }),
		},
	};
}

const asks = {
	person: 'May I remember this about you, in all that you ask me here, in other threads too?',
	channel: 'May I remember this in all threads of this channel, whoever asks?',
} as const;

async function keepIn({ folder }: Shelf, draft: Draft): Promise<ToolResult> {
	return said(await keep(draft, folder));
}

function said(kept: Awaited<ReturnType<typeof keep>>): ToolResult {
	if (kept.kind === 'refused') return no(`Not remembered: ${kept.why}.`);
	return { ok: true, text: kept.kind === 'known' ? `Known already: ${kept.id}` : `Remembered as ${kept.id}` };
}

function no(text: string): ToolResult {
	return { ok: false, text };
}
