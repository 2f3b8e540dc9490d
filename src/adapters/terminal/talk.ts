import { userMessage } from '../../base/errors.ts';
import { formatBytes } from '../../base/text/format-bytes.ts';
import type { Accept, Inbound } from '../../chat/inbound.ts';
import type { Person, Thread } from '../../chat/thread.ts';
import type { AnswerValue } from './asking/answering.ts';
import type { Moves } from './asking/moves.ts';
import type { OpenQuestion } from './asking/questions.ts';
import { type HandIn, leftBehind } from './hand-in.ts';
import { noSuchCommand, parseLine } from './input/parse-line.ts';
import { cleanLine } from './render/clean-text.ts';
import type { LastOutput } from './render/last-output.ts';
import type { Transcripts } from './render/transcript.ts';
import type { Desk, FinishedLine } from './screen/desk.ts';
import type { Work } from './screen/work.ts';

export interface TalkDeps {
	readonly accept: Accept;
	readonly desk: Desk;
	readonly handIn: HandIn;
	readonly question: OpenQuestion;
	readonly moves: Moves;
	readonly work: Work;
	readonly lastOutput: Pick<LastOutput, 'lines'>;
	readonly transcripts: Transcripts;
	readonly thread: Thread;
	readonly person: Person;
	/** Names of the core's commands. */
	readonly commands: ReadonlySet<string>;
	/** ms since the epoch. */
	readonly clock: () => number;
	/** A key that was never given before. */
	readonly newKey: () => string;
	readonly leave: () => void;
}

/** Turns what a person does into what the core takes in. */
export interface Talk {
	/** Takes a line; resolves when it is stored, answered or refused. Never rejects. */
	take(line: FinishedLine): Promise<void>;
	/** Asks the core to stop what runs. Never rejects. */
	stop(): Promise<void>;
}

/** How an inbound stands on the page, and in the line if it is to be typed again. */
type Said = { readonly echo: readonly string[]; readonly raw: string };
type OwnFields<T> = T extends unknown ? Omit<T, 'key' | 'thread' | 'person' | 'at'> : never;

/** The commands of the core after which the thread may go on in another session. */
const moving: ReadonlySet<string> = new Set(['new', 'load']);

export function createTalk(deps: TalkDeps): Talk {
	const { accept, desk, handIn, question, work, transcripts, thread, person, clock } = deps;
	const warn = (text: string) => desk.page.put('meta', [`  ${text}`]);

	/** Hands it to the core; what was said is shown only once it is stored. */
	async function send(fields: OwnFields<Inbound>, { echo, raw }: Said): Promise<boolean> {
		const at = new Date(clock()).toISOString();
		try {
			const taken = await accept({ ...fields, key: deps.newKey(), thread, person, at });
			if (taken === 'seen') return false;
		} catch (error) {
			desk.page.put('meta', [desk.style.bad(`  Cannot take this in: ${cleanLine(userMessage(error))}`)]);
			desk.prompt.restore(raw);
			return false;
		}
		work.begin();
		if (echo.length === 0) return true;
		desk.page.put('said', echoed(echo, desk));
		// A person's words are in the inbox already: the transcript only keeps them readable.
		await transcripts.append(thread, { at, kind: 'said', text: echoed(echo).join('\n') }).catch(() => undefined);
		return true;
	}

	async function handleMessage({ text, typed, raw }: FinishedLine): Promise<void> {
		const { files, missing, refused } = await handIn.look(typed);
		for (const sentence of refused) warn(sentence);
		if (refused.length > 0) {
			warn('The message was not sent');
			return desk.prompt.restore(raw);
		}
		for (const name of missing) warn(`There is no file ${cleanLine(name)}; it is sent as plain text`);
		const list = files.map(({ name, size }) => `  ${cleanLine(name)}  ${formatBytes(size ?? 0)}`);
		const queued = work.busy() ? ['  queued behind what is running'] : [];
		await send(
			{ type: 'message', text: text.trim(), files: [...files] },
			{ echo: [text.trim(), ...list, ...queued], raw },
		);
	}

	async function handleAnswer(line: FinishedLine): Promise<void> {
		const step = question.take(line.text);
		switch (step.kind) {
			case 'expired':
				warn('The question has expired; the line is sent as a message');
				await handleMessage(line);
				break;
			case 'answered':
				await answer(step.question.id, step.value, line);
				break;
			case 'again':
				warn(step.hint);
				desk.prompt.restore(line.raw);
				break;
			case 'left-open':
				desk.prompt.hint('The question stays open; press Enter at an empty line to answer it');
				break;
			case 'next':
				break;
		}
		desk.prompt.ask(question.label());
	}

	async function answer(id: string, value: AnswerValue, { raw }: FinishedLine): Promise<void> {
		await send({ type: 'answer', question: id, value }, { echo: [answerWords(value)], raw });
	}

	async function handleCommand(
		{ name, args }: { readonly name: string; readonly args: string },
		{ typed, raw }: FinishedLine,
	): Promise<void> {
		const { files } = await handIn.look(typed);
		if (files.length > 0) warn(`${leftBehind(files)}; it is sent without them`);
		const sent = await send({ type: 'command', name, args }, { echo: [`/${name} ${args}`.trim()], raw });
		if (sent && moving.has(name)) deps.moves.mayMove();
	}

	function handleWords(line: FinishedLine): Promise<void> {
		return question.label() === undefined ? handleMessage(line) : handleAnswer(line);
	}

	function resumeQuestion(): void {
		if (question.setAside('taken-up')) desk.prompt.ask(question.label());
	}

	async function handleLine(line: FinishedLine): Promise<void> {
		const parsed = parseLine(line.text, deps.commands);
		switch (parsed.kind) {
			case 'leave':
				return deps.leave();
			case 'output':
				return desk.page.put('text', deps.lastOutput.lines());
			case 'command':
				return await handleCommand(parsed, line);
			case 'unknown-command':
				warn(`${noSuchCommand(parsed.name, deps.commands)}, and a space before the / makes it a message`);
				return desk.prompt.restore(line.raw);
			case 'stop':
				return work.busy() ? stop() : handleWords(line);
			case 'empty':
				return question.label() === undefined ? resumeQuestion() : handleAnswer(line);
			case 'message':
				return handleWords(line);
		}
	}

	async function stop(): Promise<void> {
		await send({ type: 'stop' }, { echo: [], raw: '' });
	}

	return { take: handleLine, stop };
}

function answerWords(value: AnswerValue): string {
	if (typeof value === 'object' && value !== null) return Object.values(value).map(answerWords).join(', ');
	if (value === null) return '-';
	return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/** A person's words as they stand on the page: the first line behind the sign, further ones below it. */
function echoed(lines: readonly string[], desk?: Pick<Desk, 'style'>): readonly string[] {
	const [first = '', ...rest] = lines.flatMap((line) => line.split('\n'));
	const { bold, dim } = desk?.style ?? { bold: String, dim: String };
	return [`${dim('›')} ${bold(first)}`, ...rest.map((line) => (line.startsWith('  ') ? dim(line) : `  ${bold(line)}`))];
}
