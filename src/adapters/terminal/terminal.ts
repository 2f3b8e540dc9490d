import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CommandInfo } from '../../agent/commands/syntax/command-info.ts';
import type { AgentEvent, OpenArtifact } from '../../chat/events.ts';
import type { Accept } from '../../chat/inbound.ts';
import type { Question } from '../../chat/question.ts';
import type { Person, Thread } from '../../chat/thread.ts';
import type { Outbox, OutboxRow } from '../../store/store.ts';
import type { Adapter } from '../adapter.ts';
import { createShowOnce } from '../present/show-once.ts';
import { createMoves, type Looking, type Moves } from './asking/moves.ts';
import { createQuestionPrompt, type QuestionPrompt } from './asking/question-prompt.ts';
import { createOpenQuestion, type OpenQuestion } from './asking/questions.ts';
import { createSight } from './asking/sight.ts';
import { deskEventsFor } from './desk-events.ts';
import { typedLinesFile } from './forget-threads.ts';
import { createHandIn, type FilesBeyond, type HandIn } from './hand-in.ts';
import { createCompleter } from './input/complete-line.ts';
import type { Keyboard } from './input/line-editor.ts';
import { createLineHistory } from './input/line-history.ts';
import { createLineQueue, type LineQueue } from './input/line-queue.ts';
import { intakeFrom } from './intake.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import { terminalCommands } from './platform-commands.ts';
import { createLastOutput, type LastOutput } from './render/last-output.ts';
import { rowsOf } from './render/stream-text.ts';
import { colorStyle, plainStyle } from './render/style.ts';
import { createTranscripts, type TranscriptEntry, type Transcripts } from './render/transcript.ts';
import type { Desk } from './screen/desk.ts';
import { createLiveDesk } from './screen/live-desk.ts';
import { createPlainDesk } from './screen/plain-desk.ts';
import { type ScreenSize, widthOf } from './screen/screen.ts';
import { createWork, type Work } from './screen/work.ts';
import { createShowEvents, type ShowEvents, type ShowScene } from './show-events.ts';
import { createTalk } from './talk.ts';

/** The streams a person sits at. */
export interface TerminalStreams {
	readonly input: Keyboard;
	readonly output: NodeJS.WritableStream;
	/** Both are a terminal: keys are read one by one, and rows are drawn again. Otherwise lines in, lines out. */
	readonly isTty: boolean;
	readonly color: boolean;
	/** Asked at each drawing. */
	readonly size: () => ScreenSize;
}

export interface TerminalPlaces {
	/** Transcripts and the history of typed lines. */
	readonly transcriptDir: string;
	/** Each session's artifacts go to a folder of its name in it. */
	readonly artifactsDir: string;
	readonly cwd: string;
	/** The folder that `~` stands for. */
	readonly home?: string;
	/** Files that this process may not read itself; default: none. */
	readonly beyond?: FilesBeyond | undefined;
}

export interface TerminalDeps {
	readonly streams: TerminalStreams;
	readonly places: TerminalPlaces;
	/** The core's. */
	readonly commands: readonly CommandInfo[];
	readonly outbox: Outbox;
	/** The thread on the screen. Events of any other one are only written to its transcript. */
	readonly thread: Thread;
	readonly person: Person;
	readonly maxFileBytes: number;
	readonly openArtifact: OpenArtifact;
	/** Where the thread goes on now. */
	readonly looking: () => Promise<Looking>;
	/** Resolves when everything accepted so far was worked off; a turn that waits for an answer counts as that. */
	readonly whenIdle: () => Promise<void>;
	/** The person leaves, or lines have ended and their work is done. Called once; dispose the adapter then. */
	readonly onLeave: () => void;
	/** ms since the epoch. */
	readonly clock?: () => number;
	/** A key that was never given before. */
	readonly newKey?: () => string;
}

/** The local terminal as a platform; its "posts" are the lines of a transcript file. Disposing gives the terminal back. */
export interface Terminal extends Adapter {
	/** Prints the thread's last `count` pieces, and asks again what is still open. */
	replay(count: number, open?: readonly Question[]): Promise<void>;
	/** Prints a line of the program itself. */
	say(line: string): void;
}

export function createTerminal(deps: TerminalDeps): Terminal {
	const parts = partsOf(deps);
	const { desk, work, transcripts, showEvents, questionPrompt, leaving, lastOutput } = parts;
	const isOnScreen = (target: Thread) => target.id === deps.thread.id;

	function sceneOf(target: Thread, alreadyShown: readonly OutboxRow[]): ShowScene {
		return { thread: target, alreadyShown, view: isOnScreen(target) ? desk.view() : undefined };
	}

	function watchTurn(event: AgentEvent): void {
		lastOutput.see(event);
		questionPrompt.watchTurn(event);
	}

	return {
		platform: 'terminal',
		start: (accept) => startTalk(deps, parts, accept),
		intake: intakeFrom(parts),
		async show(target, events, alreadyShown) {
			const watch = isOnScreen(target) ? watchTurn : () => {};
			await work.during(showEvents.show(sceneOf(target, alreadyShown), events, watch));
		},
		async tell(target, telling, alreadyShown) {
			const watch = isOnScreen(target) ? questionPrompt.watchTold : () => {};
			if (isOnScreen(target)) questionPrompt.beginTelling(telling.turn);
			await work.during(showEvents.tell(sceneOf(target, alreadyShown), telling, watch));
		},
		async replay(count, open = []) {
			const entries = await transcripts.last(deps.thread, count);
			for (const entry of entries) desk.page.put(entry.kind, styledEntry(entry, desk, deps.streams));
			questionPrompt.resume(open);
		},
		say: (line) => desk.page.put('meta', [line]),
		async [Symbol.asyncDispose]() {
			leaving.end();
			await desk[Symbol.asyncDispose]();
			await transcripts[Symbol.asyncDispose]();
		},
	};
}

/** Each holds what it knows by itself; the terminal holds nothing beside them. */
interface TerminalParts {
	readonly desk: Desk;
	readonly work: Work;
	readonly lines: LineQueue;
	readonly leaving: Leaving;
	readonly question: OpenQuestion;
	readonly questionPrompt: QuestionPrompt;
	readonly moves: Moves;
	readonly lastOutput: LastOutput;
	readonly handIn: HandIn;
	readonly transcripts: Transcripts;
	readonly showEvents: ShowEvents;
	readonly clock: () => number;
}

function partsOf(deps: TerminalDeps): TerminalParts {
	const { streams, places, person, clock = Date.now } = deps;
	const home = places.home ?? homedir();
	const transcripts = createTranscripts(places.transcriptDir);
	const desk = createDesk(deps, home);
	const work = createWork(deps.whenIdle);
	const sight = createSight();
	const question = createOpenQuestion(person.id, clock, sight);
	const moves = createMoves({ question, sight, desk, looking: deps.looking, whenIdle: deps.whenIdle });
	// Piped lines are a script: each waits for what came before it; only a stop does not.
	const inOrder = () => work.idle().then(moves.known);
	const once = createShowOnce({ outbox: deps.outbox, find: transcripts.find, lookUp: 'always' });
	return {
		desk,
		work,
		lines: createLineQueue(streams.isTty ? async () => {} : inOrder),
		leaving: createLeaving(work, deps.onLeave),
		question,
		moves,
		lastOutput: createLastOutput(),
		questionPrompt: createQuestionPrompt(question, desk.prompt),
		handIn: createHandIn({ cwd: places.cwd, home, beyond: places.beyond, maxFileBytes: deps.maxFileBytes }),
		transcripts,
		showEvents: createShowEvents({ ...places, once, transcripts, clock, openArtifact: deps.openArtifact }),
		clock,
	};
}

async function startTalk(deps: TerminalDeps, parts: TerminalParts, accept: Accept): Promise<void> {
	const { streams, newKey = randomUUID } = deps;
	const { desk, leaving } = parts;
	const leave = () => void leaving.leave();
	const commands = new Set(deps.commands.map(({ name }) => name));
	const talk = createTalk({ ...deps, ...parts, accept, commands, newKey, leave });
	leaving.stopBy(talk.stop);
	// Whoever reads our lines may have gone: `threadsmith | head`.
	streams.output.on('error', leave);
	await desk.start(deskEventsFor({ ...parts, talk, isTty: streams.isTty }));
}

function createDesk({ streams, places, commands, person, thread, clock = Date.now }: TerminalDeps, home: string): Desk {
	if (!streams.isTty) return createPlainDesk(streams);
	return createLiveDesk({
		...streams,
		clock,
		style: streams.color ? colorStyle : plainStyle,
		history: createLineHistory(join(places.transcriptDir, typedLinesFile)),
		complete: createCompleter({
			commands: [...commands, ...terminalCommands.own],
			person,
			thread,
			cwd: places.cwd,
			home,
		}),
	});
}

/** A replayed piece is set back, but for what was said and answered; an answer looks as it did. */
function styledEntry(
	{ kind, text }: TranscriptEntry,
	{ style }: Desk,
	{ size }: Pick<TerminalStreams, 'size'>,
): readonly string[] {
	const lines = text.split('\n');
	if (kind === 'meta') return lines.map((line) => style.dim(line));
	return kind === 'said' ? lines : rowsOf(text, widthOf(size()), style);
}
