import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { messageOf, ProblemError } from '../base/errors.ts';
import type { LogFields, Logger } from '../base/log.ts';
import type { NamedInput } from './desk/named-input.ts';
import { type DeskWork, type ServingDesk, serveDesk } from './desk/serve-desk.ts';
import type { Hello } from './desk/words.ts';
import { type ExportStage, stageExport } from './ground/exported.ts';
import { createPassingFolder, type PassingFolder } from './ground/passing-folder.ts';
import { handOnSignals } from './signals.ts';
import { type BotOrder, startBot } from './start-bot.ts';

export interface BotRun {
	readonly bot: BotOrder;
	readonly hello: Hello;
	/** Its data folder, where there is one. */
	readonly home: string | undefined;
	/** Makes the folder for artifacts, and answers its path. */
	readonly makeArtifacts: () => Promise<string>;
	/** Whether the words of the command line alone say that a person is talked to here. */
	readonly isTerminal: boolean;
	/** Takes a line for people. */
	readonly say: (line: string) => void;
}

/** How a bot ended, and whether settings are to be asked for before the next one. */
export interface BotEnd {
	readonly code: number;
	readonly wantsSetUp: boolean;
}

/** Starts the bot, serves it, and resolves when it is gone and nothing of its sandboxes is left. Rejects where it cannot be started. */
export async function runBot(run: BotRun): Promise<BotEnd> {
	const { user } = run.bot;
	await using stack = new AsyncDisposableStack();
	const bot = startBot(run.bot);
	using _signals = handOnSignals(process, bot);
	const gone = new AbortController();
	const ended = bot.gone.finally(() => gone.abort());
	let wantsSetUp = false;
	let demo: PassingFolder | undefined;
	let stage: ExportStage | undefined;
	const work: DeskWork = {
		makeArtifacts: run.makeArtifacts,
		async makeDemo() {
			demo ??= stack.use(await createPassingFolder(user));
			return demo.data;
		},
		async stageExport(target) {
			stage ??= stack.use(await stageExport(target, run.bot.args.slice(1), user));
			return stage.path;
		},
		setUp: () => {
			wantsSetUp = true;
		},
		openInput: (path) => openInput(path, run),
	};
	const desk = stack.use(serveDesk({ line: bot.desk, hello: run.hello, work }));
	const placeNow = () => (demo ? { home: demo.home, data: demo.data } : run.home && { home: run.home, data: run.home });
	const serving = serveWhenAsked(
		{ ...run, line: bot.line, log: wholeLog(desk.log, run.say, gone.signal) },
		placeNow,
		gone.signal,
	);
	const code = await ended;
	await serving;
	if (code === 0) await stage?.deliver();
	return { code, wantsSetUp };
}

type Place = { readonly home: string; readonly data: string } | '' | undefined;

interface Serving extends Pick<BotRun, 'bot' | 'hello' | 'say'> {
	readonly line: Duplex;
	readonly log: Logger;
}

/** Nothing of sandboxes is loaded before the first is asked for. */
async function serveWhenAsked(
	{ bot, hello, say, line, log }: Serving,
	place: () => Place,
	signal: AbortSignal,
): Promise<void> {
	line.on('error', () => undefined);
	try {
		await once(line, 'readable', { signal });
		const there = place();
		if (signal.aborted || line.readableLength === 0) return;
		if (!there) throw new ProblemError('Cannot have sandboxes without a data folder', 'Set THREADSMITH_HOME to one');
		const { serveSandboxes } = await import('./serve-sandboxes.ts');
		await serveSandboxes({ ...there, dotEnv: hello.dotEnv, user: bot.user, line, log }, signal);
	} catch (error) {
		if (signal.aborted) return;
		// It tells its people that sandboxes cannot be had; why is for whoever has started it.
		say(`Sandboxes cannot be served: ${messageOf(error)}${error instanceof ProblemError ? `. ${error.mend}` : ''}`);
		line.destroy();
	}
}

async function openInput(path: string, { isTerminal, hello }: BotRun): Promise<NamedInput> {
	const [{ loadConfig }, { environment }, { connectsAny }, { openNamedInput }] = await Promise.all([
		import('../config/config.ts'),
		import('../config/environment.ts'),
		import('../platforms.ts'),
		import('./desk/named-input.ts'),
	]);
	const config = loadConfig(environment(hello.dotEnv), hello.dotEnv);
	if (!isTerminal && connectsAny(config)) throw new Error('nobody sits at a terminal');
	return await openNamedInput(path, config.settings.FILE_LIMIT);
}

/** Lines for the bot's log; when it is gone, people are told what goes wrong. */
function wholeLog(log: ServingDesk['log'], say: BotRun['say'], gone: AbortSignal): Logger {
	const late = (message: string, fields: LogFields = {}) => say(`${message} ${JSON.stringify(fields)}`);
	const logger: Logger = {
		...log,
		warn: (message, fields) => (gone.aborted ? late : log.warn)(message, fields),
		error: (message, fields) => (gone.aborted ? late : log.error)(message, fields),
		child: () => logger,
	};
	return logger;
}
