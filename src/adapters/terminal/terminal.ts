import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CommandInfo } from '../../agent/commands/syntax/command-info.ts';
import type { AgentEvent } from '../../chat/events.ts';
import type { Question } from '../../chat/question.ts';
import type { Person, Thread } from '../../chat/thread.ts';
import type { Outbox, OutboxRow } from '../../store/store.ts';
import type { Adapter } from '../adapter.ts';
import { createShowOnce } from '../show-once.ts';
import { createHandIn } from './hand-in.ts';
import { createCompleter } from './input/complete-line.ts';
import type { Keyboard } from './input/line-editor.ts';
import { createLineHistory } from './input/line-history.ts';
import { createLineQueue } from './input/line-queue.ts';
import { interruptHandler } from './interrupt.ts';
import { terminalCommands } from './platform-commands.ts';
import { createOpenQuestion } from './questions.ts';
import { colorStyle, plainStyle } from './render/style.ts';
import { createTranscripts, type TranscriptEntry } from './render/transcript.ts';
import type { Desk } from './screen/desk.ts';
import { createLiveDesk } from './screen/live-desk.ts';
import { createPlainDesk } from './screen/plain-desk.ts';
import type { ScreenSize } from './screen/screen.ts';
import { createWork } from './screen/work.ts';
import { createShowEvents, type ShowScene } from './show-events.ts';
import { createTalk, type Talk } from './talk.ts';

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
	/** What `~` stands for. */
	readonly home?: string;
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
	const { streams, places, thread, person, clock = Date.now, newKey = randomUUID } = deps;
	const home = places.home ?? homedir();
	const transcripts = createTranscripts(places.transcriptDir);
	const desk = createDesk(deps, home);
	const work = createWork(deps.whenIdle);
	const question = createOpenQuestion(person.id, clock);
	const handIn = createHandIn({ cwd: places.cwd, home, maxFileBytes: deps.maxFileBytes });
	const once = createShowOnce({ outbox: deps.outbox, find: transcripts.find, lookUp: 'always' });
	const showEvents = createShowEvents({ once, transcripts, clock, cwd: places.cwd, artifactsDir: places.artifactsDir });
	let talk: Talk | undefined;
	let left = false;
	/** Piped lines are a script: each waits for what came before it; only a stop does not. */
	const lines = createLineQueue(streams.isTty ? async () => {} : work.idle);
	/** A stop is for what is being taken in, too. */
	const busy = () => lines.isTaking() || work.busy();

	/** Nothing is waited for: what runs is asked to stop, and whoever holds this adapter ends the rest. */
	async function leave(): Promise<void> {
		if (left) return;
		left = true;
		if (work.busy()) await talk?.stop();
		deps.onLeave();
	}

	function askNow(): void {
		desk.prompt.ask(question.label());
		desk.prompt.hint('');
	}

	/** Of a turn that is shown on the screen. */
	function watchTurn(event: AgentEvent): void {
		if (event.type === 'turn-started') question.turnRuns(event.turn);
		if (event.type === 'question') question.see(event.question);
		// Until a turn has ended its question waits.
		if (event.type === 'turn-started' || event.type === 'turn-ended') askNow();
	}

	/** No turn ends after the question of a command. */
	function watchTold(event: AgentEvent): void {
		if (event.type !== 'question') return;
		question.see(event.question);
		askNow();
	}

	function sceneOf(target: Thread, alreadyShown: readonly OutboxRow[]): ShowScene {
		return { thread: target, alreadyShown, view: isOnScreen(target) ? desk.view() : undefined };
	}

	const isOnScreen = (target: Thread) => target.id === thread.id;

	return {
		platform: 'terminal',
		async start(accept) {
			const commands = new Set(deps.commands.map(({ name }) => name));
			talk = createTalk({
				...deps,
				accept,
				desk,
				handIn,
				question,
				work,
				transcripts,
				commands,
				clock,
				newKey,
				leave: () => void leave(),
			});
			const { take, stop: ask } = talk;
			// Whoever reads our lines may have gone: `threadsmith | head`.
			streams.output.on('error', () => void leave());
			await desk.start({
				onLine(line) {
					const isStop = /^\s*\/?stop\s*$/.test(line.text);
					lines[isStop ? 'putStop' : 'put'](async () => {
						if (!left) await take(line);
					});
				},
				onInterrupt: interruptHandler({
					desk,
					work: { busy },
					clock,
					stop: () => lines.putStop(ask),
					leave: () => void leave(),
				}),
				onEscape() {
					if (question.label() === undefined || !question.setAside('aside')) return;
					desk.prompt.ask(undefined);
					desk.prompt.hint('The question stays open; press Enter at an empty line to answer it');
				},
				onEnd() {
					if (streams.isTty) void leave();
					else lines.put(leave);
				},
			});
		},
		// Nobody talks in a terminal before it is ours.
		intake: {
			fetchFile: (file, signal) => handIn.read(file, signal),
			earlier: async () => [],
			find: transcripts.find,
			reread: async () => ({ state: 'as-stored' }),
			reach: { probe: async () => {}, admins: async () => [], directly: async () => undefined },
		},
		async show(target, events, alreadyShown) {
			const watch = isOnScreen(target) ? watchTurn : () => {};
			await work.during(showEvents.show(sceneOf(target, alreadyShown), events, watch));
		},
		async tell(target, telling, alreadyShown) {
			const watch = isOnScreen(target) ? watchTold : () => {};
			if (isOnScreen(target)) {
				question.turnRuns(telling.turn);
				askNow();
			}
			await work.during(showEvents.tell(sceneOf(target, alreadyShown), telling, watch));
		},
		async replay(count, open = []) {
			for (const entry of await transcripts.last(thread, count)) desk.page.put(entry.kind, styledEntry(entry, desk));
			for (const one of open) question.see(one);
			desk.prompt.ask(question.label());
		},
		say: (line) => desk.page.put('meta', [line]),
		async [Symbol.asyncDispose]() {
			left = true;
			await desk[Symbol.asyncDispose]();
			await transcripts[Symbol.asyncDispose]();
		},
	};
}

function createDesk({ streams, places, commands, person, thread, clock = Date.now }: TerminalDeps, home: string): Desk {
	if (!streams.isTty) return createPlainDesk(streams);
	return createLiveDesk({
		...streams,
		clock,
		style: streams.color ? colorStyle : plainStyle,
		history: createLineHistory(join(places.transcriptDir, 'typed-lines.jsonl')),
		complete: createCompleter({
			commands: [...commands, ...terminalCommands.own],
			person,
			thread,
			cwd: places.cwd,
			home,
		}),
	});
}

/** A replayed piece is set back, but for what was said and answered. */
function styledEntry({ kind, text }: TranscriptEntry, { style }: Desk): readonly string[] {
	const lines = text.split('\n');
	return kind === 'meta' ? lines.map((line) => style.dim(line)) : lines;
}
