import { createInterface } from 'node:readline/promises';
import { terminalFacts } from './adapters/terminal/facts.ts';
import type { Terminal, TerminalStreams } from './adapters/terminal/terminal.ts';
import type { Logger } from './base/log.ts';
import { questionSchema } from './chat/question.ts';
import type { Thread } from './chat/thread.ts';
import { type Connections, compose } from './compose.ts';
import type { Config } from './config/config.ts';
import type { RunDemo } from './demo/stand-in.ts';
import { openModels } from './models.ts';
import { places } from './platforms.ts';
import type { Store } from './store/store.ts';
import { localPerson, newThread, terminalOn, terminalStreams } from './terminal-parts.ts';

export interface TalkOptions {
	readonly config: Config;
	readonly log: Logger;
	/** Fires when the process is asked to leave. */
	readonly signal: AbortSignal;
	readonly version: string;
	/** A session to go on with. */
	readonly load?: string;
	/** Offered to a person where no model is configured. */
	readonly runDemo: RunDemo;
}

/** How many pieces of a thread are printed when it is opened again. */
const replayed = 12;

/** Opens a thread in this terminal until the person leaves. Resolves with the exit code; rejects with `ProblemError`. */
export async function talk(options: TalkOptions): Promise<number> {
	const { config, log, signal, load } = options;
	const streams = terminalStreams(config);
	if (!config.models) return offerDemo(streams, options);
	const models = await openModels(config, signal);
	const left = Promise.withResolvers<void>();
	signal.addEventListener('abort', () => left.resolve(), { once: true });
	const seat = Promise.withResolvers<Seat>();
	const connect = async (connections: Connections) => {
		const { thread, unfinished } = await seatIn(connections.store);
		const terminal = terminalOn({ streams, config, connections, thread, onLeave: left.resolve });
		seat.resolve({ terminal, thread, unfinished });
		return [terminal];
	};
	await using service = await compose({ config, models, log, connect });
	const { terminal, thread, unfinished } = await seat.promise;
	if (streams.isTty) terminal.say(`Threadsmith ${options.version} with ${models.brain.name}. ${hints}`);
	if (unfinished) await reopen(terminal, thread, service.store);
	await service.start();
	if (load !== undefined) await service.dispatch.accept(loadCommand(load, thread));
	await left.promise;
	if (streams.isTty) await sayHowToGoOn(terminal, thread, service.store);
	return 0;
}

/** Where anything was said, how to find it again. */
async function sayHowToGoOn(terminal: Terminal, thread: Thread, store: Store): Promise<void> {
	const session = await store.bindings.sessionOf(thread);
	if (session !== undefined) terminal.say(`The session is kept. To go on with it: npm start -- --load ${session}`);
}

const hints = '/help lists the commands, @file hands a file in, Ctrl-C stops a turn';

/** A terminal, and the thread that it is about. */
interface Seat {
	readonly terminal: Terminal;
	readonly thread: Thread;
	/** An earlier process left it in the middle of something. */
	readonly unfinished: boolean;
}

async function seatIn(store: Store): Promise<Omit<Seat, 'terminal'>> {
	const left = await unfinishedThread(store);
	return { thread: left ?? newThread(), unfinished: left !== undefined };
}

function loadCommand(args: string, thread: Thread) {
	const at = new Date().toISOString();
	return { type: 'command', key: `load-${at}`, thread, person: localPerson(), at, name: 'load', args } as const;
}

/** The terminal's thread in which something was said last and has not been worked off. */
async function unfinishedThread({ inbox }: Store): Promise<Thread | undefined> {
	const waiting = await Promise.all((await inbox.sessions()).map((session) => inbox.waiting(session)));
	const local = waiting.flat().filter((inbound) => inbound.thread.platform === terminalFacts.name);
	return local.sort((a, b) => a.at.localeCompare(b.at)).at(-1)?.thread;
}

async function reopen(terminal: Terminal, thread: Thread, { bindings, records }: Store): Promise<void> {
	const session = (await bindings.sessionOf(thread)) ?? places.sessionIdOf(thread);
	const questions = await records.list('question', session, questionSchema);
	terminal.say(`Going on with ${session}, which was left unfinished:`);
	await terminal.replay(
		replayed,
		questions.filter((question) => question.state === 'open'),
	);
}

const noModel = `No model is configured yet. Name one in the environment, or in the file .env (install -m 600 deploy/example.env .env):

  a local server     OPENAI_BASE_URL=http://127.0.0.1:11434/v1 BRAIN_MODEL=qwen3   (Ollama, vLLM, LiteLLM …)
  OpenAI             OPENAI_API_KEY=…

./threadsmith setup asks for it, tries it and writes .env; deploy/example.env explains every setting. To see it work without any model or account:

  npm run demo
`;

/** Without a model there is the demo: offered to a person, named to a pipe. */
async function offerDemo({ isTty }: TerminalStreams, { runDemo, signal }: TalkOptions): Promise<number> {
	process.stdout.write(noModel);
	if (!isTty || !(await wantsDemo(signal))) return 0;
	return await runDemo({ json: false, signal });
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
