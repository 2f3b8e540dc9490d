import type { AgentEvent, Telling } from '../../../chat/events.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Adapter } from '../../adapter.ts';
import { createShowOnce } from '../../show-once.ts';
import { findPosted } from '../api/find-posted.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { placeIn } from '../thread-keys.ts';
import { beginShow, type ShowAt, typeFor } from './begin-show.ts';
import { putFiles, putLine, putTool } from './live-lines.ts';
import { postTogether } from './post-together.ts';
import { leaveBroken, liveOf, settleBeside, whenSettled } from './settle-live.ts';
import { showAnswer } from './show-answer.ts';
import { type ArtifactEvent, showArtifacts } from './show-artifacts.ts';
import type { Show, ShowDeps, ShowEventsDeps } from './show-deps.ts';
import { showEnd } from './show-end.ts';
import { comesAfter, type NoticeEvent, showNotice } from './show-notice.ts';
import { closeQuestion, showQuestion } from './show-question.ts';
import { createTakeOver } from './take-over.ts';
import { answerDeferral } from './through-interaction.ts';
import { createWaitingMarks } from './waiting-marks.ts';

/** Shows the events of a turn, or of a command's answer, in a thread: `Adapter.show` for Discord. */
export function createShowEvents(parts: ShowEventsDeps): Pick<Adapter, 'show' | 'tell'> {
	const find = createFind(parts);
	const findIn = async (thread: Thread, key: string) => {
		const place = placeIn(thread);
		return place && place.kind !== 'private' ? await find(place.channel, key) : undefined;
	};
	const deps: ShowDeps = {
		...parts,
		find,
		once: createShowOnce({ outbox: parts.outbox, find: findIn, lookUp: 'left-over' }),
		marks: createWaitingMarks({ ...parts, find }),
		takeOver: createTakeOver(parts.signal),
		latch: { takesComponents: true },
	};
	return {
		show: (thread, events, alreadyShown) => showAll(deps, { thread, alreadyShown }, events),
		tell: (thread, telling, alreadyShown) => tellAll(deps, { thread, alreadyShown }, telling),
	};
}

/** Where nothing may be read, nothing can be found. */
function createFind({ calls, application, signal }: ShowEventsDeps): ShowDeps['find'] {
	return async (channel, key) => {
		const { botUser } = await application(signal);
		try {
			return await findPosted({ calls, botUser }, { channel, key }, signal);
		} catch (error) {
			if (!isRefusal(error)) throw error;
			return undefined;
		}
	};
}

/** Nothing of it says that a turn runs. */
async function tellAll(deps: ShowDeps, at: ShowAt, telling: Telling): Promise<void> {
	const show = await beginShow(deps, at, telling);
	const held: Held[] = [];
	try {
		for (const event of telling.events) await showNext(deps, show, event, held);
		await showHeld(deps, show, held);
	} finally {
		show.running[Symbol.dispose]();
	}
}

async function showAll(deps: ShowDeps, at: ShowAt, events: AsyncIterable<AgentEvent>): Promise<void> {
	const held: Held[] = [];
	let show: Show | undefined;
	try {
		for await (const event of events) {
			if (event.type === 'turn-started') show = await beginShow(deps, at, event);
			else await showNext(deps, begun(show, event), event, held);
			throwBroken(show);
		}
		if (!show) return;
		await showHeld(deps, show, held);
		await settleBeside(deps, show, async () => {});
		await whenSettled(deps, show);
	} catch (error) {
		if (show) await leaveBroken(deps, show);
		throw error;
	} finally {
		show?.typing?.[Symbol.dispose]();
		show?.running[Symbol.dispose]();
	}
}

function begun(show: Show | undefined, { type }: AgentEvent): Show {
	if (!show) throw new Error(`Cannot show "${type}": its events did not begin with "turn-started"`);
	return show;
}

/** What the outbox does not take while Discord is spoken to. */
function throwBroken(show: Show | undefined): void {
	const failure = show?.live?.state().failure;
	if (failure !== undefined) throw failure;
}

/** What is shown together with those of its kind that follow it. */
type Held = ArtifactEvent | NoticeEvent;

async function showNext(deps: ShowDeps, show: Show, event: AgentEvent, held: Held[]): Promise<void> {
	const isHeld = event.type === 'artifact' || comesAfter(show, event);
	if (!isHeld || held.some(({ type }) => type !== event.type)) await showHeld(deps, show, held);
	if (isHeld) held.push(event);
	else await showOne(deps, show, event);
}

async function showHeld(deps: ShowDeps, show: Show, held: Held[]): Promise<void> {
	const events = held.splice(0);
	const artifacts = events.filter((event) => event.type === 'artifact');
	if (artifacts.length > 0) await showArtifacts(deps, show, artifacts);
	const notices = events.filter((event) => event.type === 'notice');
	if (notices.length > 0) await postTogether(deps, show, notices);
}

async function showOne(deps: ShowDeps, show: Show, event: Exclude<AgentEvent, ArtifactEvent>): Promise<void> {
	switch (event.type) {
		case 'text':
			return liveOf(deps, show).say(event.step, event.delta);
		case 'usage':
			show.tokens += event.inputTokens + event.outputTokens;
			return;
		case 'taken':
			return showTaken(deps, show, event);
		case 'waiting':
			answerDeferral(deps, event.of, 'Your words wait for the next step of the running turn.');
			return await deps.marks.add({ ...show, of: event.of }, !event.steers);
		case 'taken-back':
			return deps.marks.remove({ ...show, of: event.of });
		case 'message':
			if (event.final) return await showAnswer(deps, show, event.key, event.text);
			return await putLine(deps, show, event.key, { type: 'said', text: event.text });
		case 'notice':
			return await showNotice(deps, show, event);
		case 'question':
			return await showQuestion(deps, show, event.key, event.question);
		case 'question-closed':
			return await closeQuestion(deps, show, event);
		case 'turn-ended':
			return await showEnd(deps, show, event);
		case 'tool-started':
		case 'tool-finished':
			return await putTool(deps, show, event);
		case 'turn-started':
		case 'reasoning':
		case 'tool-output':
			return;
	}
}

/** Files are told first of all; what waited waits no more. */
function showTaken(deps: ShowDeps, show: Show, event: Extract<AgentEvent, { type: 'taken' }>): void {
	const [first] = event.of;
	show.asked ??= first;
	show.by ??= event.by;
	if (first !== undefined && event.by) show.running.asked(first, event.by);
	typeFor(deps, show);
	for (const of of event.of) {
		answerDeferral(deps, of, 'Your words are taken.');
		deps.marks.remove({ ...show, of });
	}
	putFiles(deps, show, event);
}
