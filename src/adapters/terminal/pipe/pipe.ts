import { randomUUID } from 'node:crypto';
import { asksByIt } from '../../../agent/commands/command.ts';
import type { ActionInfo } from '../../../agent/commands/syntax/command-info.ts';
import { readArguments } from '../../../agent/commands/syntax/read-arguments.ts';
import { userMessage } from '../../../base/errors.ts';
import type { Accept, FileRef, Inbound } from '../../../chat/inbound.ts';
import type { Adapter } from '../../adapter.ts';
import { createShowOnce } from '../../present/show-once.ts';
import { createHandIn, type HandIn, leftBehind } from '../hand-in.ts';
import { noSuchCommand, parseLine } from '../input/parse-line.ts';
import { intakeFrom } from '../intake.ts';
import { cleanLine, cleanText } from '../render/clean-text.ts';
import { createTranscripts } from '../render/transcript.ts';
import { createShowEvents, type ShowScene } from '../show-events.ts';
import type { TerminalDeps } from '../terminal.ts';
import { createPipeTurns, type PipeEnd } from './pipe-turns.ts';

export interface PipeDeps
	extends Pick<
		TerminalDeps,
		'commands' | 'outbox' | 'thread' | 'person' | 'maxFileBytes' | 'openArtifact' | 'whenIdle'
	> {
	readonly places: TerminalDeps['places'] & { readonly home: string };
	/** Takes a line of what happens on the way to the answer. */
	readonly report: (line: string) => void;
	/** ms since the epoch. */
	readonly clock?: () => number;
	/** A key that was never given before. */
	readonly newKey?: () => string;
}

/** The terminal of a program: one message in, one answer out, and what happens on the way beside it. */
export interface Pipe extends Adapter {
	/** Hands the text in, with the files that it names, and resolves with what came of it. Nothing is sent that is not whole. Never rejects. */
	ask(text: string): Promise<PipeEnd>;
}

/** A text, by what it asks for. `reason`: why it is not sent. */
type Asked =
	| { readonly kind: 'message'; readonly text: string; readonly files: readonly FileRef[] }
	| { readonly kind: 'command'; readonly name: string; readonly args: string }
	| { readonly kind: 'nothing' }
	| { readonly kind: 'refused'; readonly reason: string };

type Sent = Extract<Asked, { readonly kind: 'message' | 'command' }>;

export function createPipe(deps: PipeDeps): Pipe {
	const { places, thread, clock = Date.now } = deps;
	const transcripts = createTranscripts(places.transcriptDir);
	const { cwd, home, beyond } = places;
	const handIn = createHandIn({ cwd, home, beyond, maxFileBytes: deps.maxFileBytes });
	const once = createShowOnce({ outbox: deps.outbox, find: transcripts.find, lookUp: 'always' });
	const showEvents = createShowEvents({ ...places, once, transcripts, clock, openArtifact: deps.openArtifact });
	const turns = createPipeTurns(deps.report);
	let accept: Accept | undefined;

	function sceneOf(target: ShowScene['thread'], alreadyShown: ShowScene['alreadyShown']): ShowScene {
		return { thread: target, alreadyShown, view: target.id === thread.id ? turns.view() : undefined };
	}
	const watch = (target: ShowScene['thread']) => (target.id === thread.id ? turns.see : () => {});

	async function send(asked: Sent): Promise<PipeEnd> {
		const key = (deps.newKey ?? randomUUID)();
		const at = new Date(clock()).toISOString();
		const said = asked.kind === 'message' ? asked.text : `/${asked.name} ${asked.args}`.trim();
		const awaited = turns.await(key);
		try {
			await accept?.(inboundOf(asked, { key, thread, person: deps.person, at }));
		} catch (error) {
			return { outcome: 'refused', reason: `Cannot take this in: ${cleanLine(userMessage(error))}` };
		}
		await transcripts.append(thread, { at, kind: 'said', text: `› ${said}` }).catch(() => undefined);
		// A message that answers a question has no turn of its own: then it is what was shown until nothing runs any more.
		await Promise.race([awaited.ended, deps.whenIdle().catch(() => undefined)]);
		return awaited.outcome(asked.kind);
	}

	return {
		platform: 'terminal',
		start: async (given) => {
			accept = given;
		},
		intake: intakeFrom({ handIn, transcripts }),
		show: (target, events, alreadyShown) => showEvents.show(sceneOf(target, alreadyShown), events, watch(target)),
		async tell(target, telling, alreadyShown) {
			const scene = sceneOf(target, alreadyShown);
			const isAnswer = target.id === thread.id && turns.hear(telling);
			await showEvents.tell(isAnswer ? { ...scene, view: undefined } : scene, telling, () => {});
		},
		async ask(text) {
			const asked = await read(cleanText(text), handIn, deps);
			if (asked.kind === 'refused') return { outcome: 'refused', reason: asked.reason };
			if (asked.kind === 'nothing') return { outcome: 'done', answer: '', files: [] };
			return await send(asked);
		},
		[Symbol.asyncDispose]: () => transcripts[Symbol.asyncDispose](),
	};
}

function inboundOf(asked: Sent, by: Pick<Inbound, 'key' | 'thread' | 'person' | 'at'>): Inbound {
	if (asked.kind === 'command') return { ...by, type: 'command', name: asked.name, args: asked.args };
	return { ...by, type: 'message', text: asked.text, files: [...asked.files] };
}

async function read(text: string, handIn: HandIn, { commands }: Pick<PipeDeps, 'commands'>): Promise<Asked> {
	const names = new Set(commands.map(({ name }) => name));
	const parsed = parseLine(text, names);
	switch (parsed.kind) {
		case 'empty':
			return { kind: 'refused', reason: 'Nothing was said: standard input is empty' };
		case 'output':
			return { kind: 'refused', reason: 'Nothing has run yet whose output could be shown' };
		case 'leave':
			return { kind: 'nothing' };
		case 'command':
			return await commandOf(parsed, handIn, commands);
		case 'unknown-command':
			return { kind: 'refused', reason: noSuchCommand(parsed.name, names) };
		case 'stop':
		case 'message':
			return await messageOf(text.trim(), handIn);
	}
}

/** Words that a command does not take are refused here: the core's sentence on them would pass for an answer. Work is not asked for without its files. */
async function commandOf(
	asked: Extract<Asked, { readonly kind: 'command' }>,
	handIn: HandIn,
	commands: PipeDeps['commands'],
): Promise<Asked> {
	const command = commands.find(({ name }) => name === asked.name);
	const reading = command && readArguments<ActionInfo>(command, asked.args);
	if (reading?.kind === 'wrong') return { kind: 'refused', reason: `/${reading.usage}: ${reading.why}` };
	const { files } = asksByIt(command, asked.args) ? await handIn.look(asked.args) : { files: [] };
	return files.length > 0 ? { kind: 'refused', reason: leftBehind(files) } : asked;
}

async function messageOf(text: string, handIn: HandIn): Promise<Asked> {
	const { files, missing, refused } = await handIn.look(text);
	const lost = missing.filter((name) => isMeantAsFile(name, text)).map((name) => `There is no file ${cleanLine(name)}`);
	const reasons = [...refused, ...lost];
	return reasons.length === 0 ? { kind: 'message', text, files } : { kind: 'refused', reason: reasons.join('; ') };
}

/**
 * In quotes, where JSON has `"@type"`, and alone in its line, where programs have `@click.group`, only what ends like a file that people hand in;
 * elsewhere in a text of several lines, which may be a program or a letter, what ends like the name of a file.
 */
function isMeantAsFile(name: string, text: string): boolean {
	const lines = text.split('\n');
	if (lines.length === 1) return !isQuoted(name, text) || handedIn.test(name);
	const isAlone = lines.some((line) => line.replace(/^[+-]/, '').trim() === name);
	return (isAlone ? handedIn : /\.[a-z0-9]{1,5}"?$/i).test(name);
}

function isQuoted(name: string, text: string): boolean {
	return /["'“‘„«`*_]/.test(text.charAt(text.indexOf(name) - 1));
}

const handedIn =
	/\.(?:csv|tsv|jsonl?|txt|md|log|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|webp|html?|xml|ya?ml|zip|parquet|sqlite)"?$/i;
