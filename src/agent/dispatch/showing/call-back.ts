import type { AgentEvent } from '../../../chat/events.ts';
import type { Person } from '../../../chat/thread.ts';
import type { JournalEntry } from '../../../store/journal.ts';
import type { Records } from '../../../store/records.ts';
import { preferencesOf } from '../../session/choices/preferences.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';

/** Whoever has waited longer may have turned to something else, ms. */
const longMs = 60_000;

type TurnEnded = Extract<AgentEvent, { type: 'turn-ended' }>;

export interface CallBackDeps extends Pick<DispatchDeps, 'places' | 'usual'> {
	readonly records: Pick<Records, 'get' | 'put'>;
	readonly self: Pick<DispatchDeps['self'], 'storedAt'>;
}

/** A session whose open turn is shown. */
type Shown = Pick<Session, 'history'>;

/** The events of the open turn, and at its end whom that is to reach: whoever asked, and nobody else. */
export async function* callingBack(
	events: AsyncIterable<AgentEvent>,
	session: Shown,
	deps: CallBackDeps,
): AsyncGenerator<AgentEvent> {
	for await (const event of events) {
		yield event.type === 'turn-ended' ? await withCall(event, session, deps) : event;
	}
}

async function withCall(event: TurnEnded, session: Shown, deps: CallBackDeps): Promise<TurnEnded> {
	const callsBack = await whomToCall(event, session, deps);
	return callsBack ? { ...event, callsBack } : event;
}

/** A direct conversation, and this machine's terminal, are heard anyway. */
async function whomToCall(event: TurnEnded, session: Shown, deps: CallBackDeps): Promise<Person | undefined> {
	const { open } = session.history();
	if (!open || deps.places.conversationOf(open.thread).kind !== 'shared') return undefined;
	const asker = askerIn(open.entries);
	if (!asker || !isWorthIt(event, () => waitedMs(open.entries, asker, deps))) return undefined;
	const { notify = deps.usual.notify } = await preferencesOf(asker, deps);
	return notify === 'on' ? asker : undefined;
}

/** Whoever spoke to us first; where nobody did, whose words we took for ours. */
function askerIn(entries: readonly JournalEntry[]): Person | undefined {
	const toUs = entries.filter(({ step }) => step.type !== 'taken' || !step.aside);
	return [...toUs, ...entries].map(speakerIn).find((person) => person !== undefined);
}

function isWorthIt({ outcome }: TurnEnded, waited: () => number): boolean {
	switch (outcome) {
		case 'failed':
		case 'waiting':
			return true;
		case 'done':
			return waited() > longMs;
		case 'stopped':
			return false;
	}
}

function speakerIn({ step }: JournalEntry): Person | undefined {
	if (step.type === 'answered') return step.person;
	return step.type === 'taken' && step.message.role === 'user' ? step.message.person : undefined;
}

/** How long the asker had heard nothing when the turn ended. Its files are fetched before a message is journaled. */
function waitedMs(
	entries: readonly JournalEntry[],
	asker: Person,
	{ places, self }: Pick<CallBackDeps, 'places' | 'self'>,
): number {
	const asked = new Set(
		entries.flatMap(({ step }) => (step.type === 'parked' ? [step.question.decides] : [])).flatMap(callOf),
	);
	const isWord = (entry: JournalEntry) => {
		const { step } = entry;
		const speaker = speakerIn(entry);
		return speaker
			? places.isSamePerson(speaker.id, asker.id)
			: step.type === 'tool-finished' && asked.has(step.callId);
	};
	const spoke = entries.findLast(isWord);
	const ended = entries.findLast(({ step }) => step.type === 'ended');
	if (!spoke || !ended) return 0;
	const keys = spoke.step.type === 'taken' ? spoke.step.keys : [];
	const said = Math.min(Date.parse(spoke.at), ...keys.flatMap((key) => self.storedAt(key) ?? []));
	return Date.parse(ended.at) - said;
}

function callOf(decides: { readonly kind: string; readonly call?: string | undefined }): string[] {
	return decides.call === undefined ? [] : [decides.call];
}
