import { createInterface } from 'node:readline/promises';
import type { Pipe } from './adapters/terminal/pipe/pipe.ts';
import { cleanLine } from './adapters/terminal/render/clean-text.ts';
import type { Terminal } from './adapters/terminal/terminal.ts';
import { operatorMessage, ProblemError } from './base/errors.ts';
import type { Logger } from './base/log.ts';
import type { Thread } from './chat/thread.ts';
import { type Connections, compose, type Service } from './compose.ts';
import type { Config } from './config/config.ts';
import type { RunDemo } from './demo/stand-in.ts';
import { openModels } from './models.ts';
import { type Above, filesOf } from './root/above.ts';
import type { Store } from './store/store.ts';
import { answerByPipe, askedCode, type PipeOutput, refusedJson } from './talk/by-pipe.ts';
import { operatorCommands } from './talk/operator-commands.ts';
import { howToGoOn, loadCommand, type Seat, seatFor, sessionNow, unfinishedIn, unfinishedLines } from './talk/seat.ts';
import {
	type AtTerminal,
	isPersonThere,
	localPerson,
	lookedAt,
	pipeOn,
	terminalOn,
	terminalStreams,
} from './terminal-parts.ts';

export interface TalkOptions {
	readonly config: Config;
	readonly log: Logger;
	/** Fires when the process is asked to leave. */
	readonly signal: AbortSignal;
	readonly version: string;
	/** The id of a session to go on with, or its beginning. */
	readonly load?: string;
	/** Begins a session, and names none that is unfinished. */
	readonly new?: boolean;
	/** Says nothing beside the answer but why there is none; reads one message, as from a pipe. */
	readonly quiet?: boolean;
	/** How one message, as from a pipe, is answered. */
	readonly output?: PipeOutput;
	/** Offered to a person where no model is configured. */
	readonly runDemo: RunDemo;
	/** Root's process, where it has started this one. */
	readonly above?: Above | undefined;
}

/** How many pieces of a thread are printed when it is opened again. */
const replayed = 12;

/**
 * Opens a thread in this terminal until the person leaves, or answers one message from a pipe. Resolves with the exit code; rejects with
 * `ProblemError`.
 */
export async function talk(options: TalkOptions): Promise<number> {
	try {
		return await talkHere(options);
	} catch (error) {
		// Whoever reads JSON is told there, too.
		if (options.output === 'json') printJson(refusedJson(operatorMessage(error)));
		throw error;
	}
}

function printJson(value: Readonly<Record<string, unknown>>): void {
	process.stdout.write(`${JSON.stringify(value)}\n`);
}

async function talkHere(options: TalkOptions): Promise<number> {
	const { config, load, output } = options;
	if (load !== undefined && options.new)
		throw new ProblemError('--load goes on with a session, --new begins one', 'Leave one of them out');
	const isPipe = !isPersonThere() || options.quiet === true || output !== undefined;
	if (!config.models) return await withoutModel(isPipe, options);
	return isPipe ? await talkByPipe(options) : await talkByTerminal(options);
}

async function talkByTerminal(options: TalkOptions): Promise<number> {
	const { config, log, signal, load, above: helper } = options;
	const above = await seatAt(helper);
	const streams = terminalStreams(config);
	const models = await openModels(config, signal);
	const left = Promise.withResolvers<void>();
	signal.addEventListener('abort', () => left.resolve(), { once: true });
	const seated = Promise.withResolvers<{
		readonly terminal: Terminal;
		readonly seat: Seat;
		readonly titles: Titles;
		readonly model: string;
	}>();
	const connect = async (connections: Connections) => {
		const seat = await seatFor(load, connections);
		const terminal = terminalOn({
			streams,
			config,
			connections,
			thread: seat.thread,
			onLeave: left.resolve,
			above,
		});
		const model = seat.loaded ? await connections.modelOf(seat.loaded.id) : models.brain.name;
		seated.resolve({ terminal, seat, titles: await titlesFor(seat.thread, connections), model });
		return [terminal];
	};
	await using service = await compose({ config, models, log, connect, helper, operator: operatorCommands(config) });
	const { terminal, seat, titles, model } = await seated.promise;
	const stop = streams.isTty ? 'Ctrl-C' : '/stop';
	terminal.say(`Threadsmith ${options.version} with ${model}. ${hints}, ${stop} stops a turn`);
	if (seat.loaded && !seat.isNew) await reopen(terminal, seat, service.store);
	if (!seat.loaded && !options.new) await nameUnfinished(terminal.say, titles, service.store);
	await service.start();
	if (seat.loaded && seat.isNew) await service.dispatch.accept(loadCommand(seat.loaded.id, seat.thread));
	await left.promise;
	const how = await howToGoOn(seat.thread, 'npm start --', service.store);
	if (how !== undefined) terminal.say(how);
	return 0;
}

/** The answer goes to standard output, whatever else is said to standard error. */
async function talkByPipe({
	config,
	log,
	signal,
	load,
	quiet,
	output = 'text',
	above: helper,
	...options
}: TalkOptions): Promise<number> {
	const say = (line: string) => void process.stderr.write(`${line}\n`);
	const report = quiet ? () => {} : say;
	const models = await openModels(config, signal);
	const above = await seatAt(helper);
	const seated = Promise.withResolvers<{ readonly pipe: Pipe; readonly seat: Seat; readonly titles: Titles }>();
	const connect = async (connections: Connections) => {
		const seat = await seatFor(load, connections);
		const pipe = pipeOn({ config, connections, thread: seat.thread, report, above });
		seated.resolve({ pipe, seat, titles: await titlesFor(seat.thread, connections) });
		return [pipe];
	};
	await using service = await compose({ config, models, log, connect, helper });
	const { pipe, seat, titles } = await seated.promise;
	const { thread, loaded } = seat;
	if (!loaded && !options.new) await nameUnfinished(report, titles, service.store);
	await service.start();
	if (loaded && seat.isNew) await bindTo(loaded.id, thread, service);
	if (process.stdin.isTTY) report('Type the message; Ctrl-D at an empty line ends it.');
	const streams = { input: process.stdin, write: writeOut, say: sayOf(say) };
	const session = () => sessionNow(thread, service.store);
	const code = await answerByPipe({ streams, output, pipe, session }, signal);
	const how = await howToGoOn(thread, './threadsmith', service.store);
	// Of a question, and to whoever leaves, it was said.
	if (how !== undefined && code !== askedCode && !signal.aborted) report(how);
	return code;
}

function writeOut(text: string): Promise<void> {
	return new Promise((resolve, reject) => {
		process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
	});
}

function sayOf(say: (line: string) => void): (line: string) => void {
	return (line) => say(`threadsmith: ${line}`);
}

/** Nobody sees what the command says: that the session is there is known. */
async function bindTo(session: string, thread: Thread, { store }: Pick<Service, 'store'>): Promise<void> {
	await store.bindings.bind(thread, session);
}

/** Asks root for what the terminal's bot needs of it: a folder to hand files over in, and who sits there. */
async function seatAt(above: Above | undefined): Promise<AtTerminal | undefined> {
	if (!above) return undefined;
	const { desk } = above;
	// Where there can be none, saving a file tells why.
	await desk.ask({ verb: 'artifacts' }).catch(() => undefined);
	return { person: (await desk.hello).person, beyond: filesOf(desk) };
}

type Titles = ReadonlyMap<string, string>;

async function titlesFor(thread: Thread, { loadable }: Pick<Connections, 'loadable'>): Promise<Titles> {
	const records = await loadable({ person: localPerson(), thread });
	return new Map(records.map(({ id, title }) => [id, title]));
}

async function nameUnfinished(say: (line: string) => void, titles: Titles, store: Store): Promise<void> {
	for (const line of unfinishedLines(await unfinishedIn(store), titles)) say(line);
}

const hints = '/help lists the commands, @file hands a file in';

async function reopen(terminal: Terminal, { thread, loaded }: Seat, store: Store): Promise<void> {
	const { session, open } = await lookedAt(thread, store);
	terminal.say(`Going on with ${session}${loaded ? `: ${cleanLine(loaded.title)}` : ''}`);
	await terminal.replay(replayed, open);
}

const noModel = `No model is configured yet. Name one in the environment, or in the file .env (install -m 600 deploy/example.env .env):

  a local server     OPENAI_BASE_URL=http://127.0.0.1:11434/v1 BRAIN_MODEL=qwen3   (Ollama, vLLM, LiteLLM …)
  OpenAI             OPENAI_API_KEY=…

./threadsmith setup asks for it, tries it and writes .env; deploy/example.env explains every setting. To see it work without any model or account:

  npm run demo
`;

/** Without a model there is the demo: offered to a person, named to a pipe. */
async function withoutModel(isPipe: boolean, { runDemo, signal, output }: TalkOptions): Promise<number> {
	if (isPipe) {
		process.stderr.write(noModel);
		if (output === 'json') printJson(refusedJson('No model is configured'));
		return 1;
	}
	process.stdout.write(noModel);
	return (await wantsDemo(signal)) ? await runDemo({ json: false, signal }) : 0;
}

async function wantsDemo(signal: AbortSignal): Promise<boolean> {
	const asking = createInterface({ input: process.stdin, output: process.stdout });
	const closed = new Promise<string>((resolve) => asking.once('close', () => resolve('no')));
	const answer = await Promise.race([
		asking.question('\nRun the demo now? [Y/n] ', { signal }).catch(() => 'no'),
		closed,
	]);
	asking.close();
	return /^\s*(y|yes)?\s*$/i.test(answer);
}
