import { join } from 'node:path';
import { operatorMessage, ProblemError } from './base/errors.ts';
import { createLogger, type Logger } from './base/log.ts';
import { keptRuns } from './cli/run-kept.ts';
import { type McpOptions, runCli, type Verbs } from './cli.ts';
import { type Config, loadConfig } from './config/config.ts';
import { environment } from './config/environment.ts';
import { programFolder, readSettingsFile, settingsFile } from './config/settings-file.ts';
import { agentPlay, codePlay, ownPlatform, ownPlays } from './demo/demo-platforms.ts';
import { loadStandIn, type RunDemo } from './demo/stand-in.ts';
import type { ServeMcpOptions } from './portable/mcp/serve-mcp.ts';
import { surviveFaults } from './process/last-resort.ts';
import { LeftBySignal, leaveOnSignals } from './process/leaving.ts';
import { createLogFile } from './process/log-file.ts';
import { needRights } from './process/rights.ts';
import type { Above } from './root/above.ts';
import { errorOf } from './root/desk/at-desk.ts';
import { byRoot, wayOf } from './root/verb-of.ts';
import { makeHome } from './store/files/make-home.ts';

const version = '0.1.0';
/** The platforms' stand-ins are there in a clone alone. */
const standInOf = (platform: string): string => join(programFolder, 'tests', 'support', `${platform}-demo.ts`);

const write = (text: string): void => void process.stdout.write(text);
const say = (text: string): void => void process.stderr.write(text);

interface Run {
	readonly above: Above | undefined;
	/** Fires when the process is asked to leave. */
	readonly leaving: AbortController;
}

/** Says what went wrong, and how to mend it, on standard error. */
function explain(error: unknown): number {
	say(`threadsmith: ${operatorMessage(error)}\n`);
	return 1;
}

function verbsOf(run: Run): Verbs {
	const { above, leaving } = run;
	return {
		talk: (options) => talkOrServe(run, options),
		demo: async (platform, { json = false }) => {
			tellBySignal(run);
			if (ownPlays.includes(platform)) return await demoOf(run, platform)({ json, signal: leaving.signal });
			await rightsOf(above);
			return (await loadStandIn(standInOf(platform)))({ json, signal: leaving.signal, ...stageOf(above) });
		},
		checkImage: async (own, { json = false }) => {
			tellBySignal(run);
			return await checkImage(run, own, json);
		},
		settings: async (request) => {
			if (request.action === 'ask') return await askForSettings(run);
			return await look(run, request.json ?? false);
		},
		...keptRuns({ readConfig: () => readConfig(above), above, write, say }),
		credentials: async (request) => {
			const { credentialsHere } = await import('./process/repos/credentials/credentials-here.ts');
			return await credentialsHere(request, (await readConfig(above)).home, leaving.signal);
		},
		mcp: (where, options) => serveTools(run, where, options),
	};
}

async function talkOrServe(run: Run, options: Parameters<Verbs['talk']>[0]): Promise<number> {
	const { above, leaving } = run;
	const { terminal = false, ...flags } = options;
	const config = await configOrSetUp(run);
	if (typeof config === 'number') return config;
	if (config.models) await rightsOf(above);
	const log = await openLog(config);
	above?.desk.logTo(log);
	survive(run, log);
	const parts = { config, log, signal: leaving.signal, version };
	const { serve, servesPlatforms } = await import('./serve.ts');
	if (!terminal && flags.load === undefined && servesPlatforms(config)) return await serve({ ...parts, helper: above });
	tellBySignal(run);
	const { talk } = await import('./talk.ts');
	// Nobody is there to talk to.
	process.stdout.on('error', (error) => leaving.abort(error));
	return await talk({ ...parts, ...flags, runDemo: demoOf(run), above });
}

/** A service that is told to leave has done well; whoever waits for an answer is told by the code that there is none. */
function tellBySignal({ leaving }: Run): void {
	const tell = () => {
		if (leaving.signal.reason instanceof LeftBySignal) process.exitCode ??= leaving.signal.reason.code;
	};
	leaving.signal.addEventListener('abort', tell, { once: true });
	if (leaving.signal.aborted) tell();
}

async function readConfig(above: Above | undefined): Promise<Config> {
	const dotEnv = above ? (await above.desk.hello).dotEnv : await readSettingsFile();
	return loadConfig(environment(dotEnv), dotEnv);
}

/** Rejects with `ProblemError` where sandboxes cannot be made. */
async function rightsOf(above: Above | undefined): Promise<void> {
	if (!above) return await needRights();
	const { lacking } = await above.desk.hello;
	if (lacking) throw errorOf(lacking);
}

/** The process's log goes to a file: the terminal is for people. A folder that cannot be made is told by whoever needs it. */
async function openLog({ home, settings }: Pick<Config, 'home' | 'settings'>): Promise<Logger> {
	await makeHome(home).catch(() => undefined);
	const onLost = (why: string) => say(`threadsmith: the log cannot be written, and goes on when it can: ${why}\n`);
	return createLogger(settings.LOG_LEVEL, createLogFile({ path: join(home, 'threadsmith.log'), onLost }));
}

/** Where a demo plays: a folder that root makes, and whose sandboxes it serves. */
function stageOf(above: Above | undefined): Pick<Parameters<RunDemo>[0], 'stage'> {
	if (!above) return {};
	return {
		stage: async () => {
			await above.desk.ask({ verb: 'artifacts' }).catch(() => undefined);
			return {
				folder: (await above.desk.ask({ verb: 'demo' })).folder ?? '',
				helper: { line: above.line, isClear: true },
			};
		},
	};
}

function demoOf({ above }: Run, play = ownPlatform): RunDemo {
	return async (options) => {
		await rightsOf(above);
		const { runDemo } = await loadPlay(play);
		return await runDemo({ ...options, ...stageOf(above) });
	};
}

function loadPlay(play: string): Promise<{ readonly runDemo: RunDemo }> {
	if (play === agentPlay) return import('./demo/agent/agent-demo.ts');
	return play === codePlay ? import('./demo/code/code-demo.ts') : import('./demo/demo.ts');
}

/** Too many faults end in an orderly way, with a code that makes whoever started it start it anew. */
function survive({ leaving }: Run, log: Logger): void {
	const onTooMany = (error: unknown) => {
		process.exitCode = 1;
		leaving.abort(error);
	};
	surviveFaults(process, { log, onTooMany });
}

async function serveTools({ above, leaving }: Run, where: string, { inputs, outputs }: McpOptions): Promise<number> {
	await rightsOf(above);
	const config = await readConfig(above);
	const open: ServeMcpOptions['open'] = async ({ home, homeId }, paths) => {
		const log = await openLog({ ...config, home });
		const { sandboxesOf } = await import('./sandboxes.ts');
		return { log, sandboxes: await sandboxesOf(config, { homeId, pathsOf: () => paths, log, data: '/' }) };
	};
	const { serveMcp } = await import('./portable/mcp/serve-mcp.ts');
	const diskBytes = config.settings.SANDBOX_DISK;
	const options = { home: config.home, where, inputs, outputs, version, diskBytes, open };
	return serveMcp({ ...options, say: (line) => say(`threadsmith: ${line}\n`) }, leaving.signal);
}

async function look({ above, leaving }: Run, json: boolean): Promise<number> {
	const { checkSettings } = await import('./doctor/check-settings.ts');
	return await checkSettings({ json, readConfig: () => readConfig(above), signal: leaving.signal });
}

async function checkImage({ above, leaving }: Run, own: string | undefined, json: boolean): Promise<number> {
	await rightsOf(above);
	const { checkImage: check } = await import('./doctor/check-image.ts');
	return await check({ config: await readConfig(above), own, json, write, signal: leaving.signal });
}

/** The code of a bot that is to be started again once root's process has asked for settings; nobody sees it. */
const again = 75;

async function askForSettings({ above, leaving }: Run): Promise<number> {
	if (above) {
		await above.desk.ask({ verb: 'set-up' });
		return again;
	}
	const { setUpHere } = await import('./setup/set-up-here.ts');
	return await setUpHere(settingsFile, leaving.signal);
}

/** A person who starts it for the first time is offered to set it up. The code to leave with, where they would rather leave. */
async function configOrSetUp(run: Run): Promise<Config | number> {
	const { above, leaving } = run;
	if ((await above?.desk.hello)?.isSetUp) {
		await look(run, false);
		return await readConfig(above);
	}
	const config = await readConfig(above);
	const { offerSetUp } = await import('./setup/offer.ts');
	const code = await offerSetUp(config, () => askForSettings(run), leaving.signal);
	if (code === undefined) return config;
	if (code !== 0) return code;
	await look(run, false);
	return await readConfig(above);
}

/** Root's process says so by the first word; its lines come with that. */
async function lineUp(words: readonly string[]): Promise<Above | undefined> {
	if (words[0] === byRoot) return await (await import('./root/lines.ts')).linesToRoot();
	if (process.geteuid?.() === 0 && wayOf(words) !== 'whole')
		throw new ProblemError('This is no program for root', `Start it by ${join(programFolder, 'threadsmith')}`);
	return undefined;
}

const words = process.argv.slice(2);
/** Fires when the process is asked to leave. */
const leaving = leaveOnSignals(process, {
	onLate: () =>
		say('threadsmith: not everything could be closed in time; what is unfinished goes on at the next start\n'),
});
// Whoever read what we print may be gone: without a listener that would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const code = await lineUp(words)
	.then(async (above) => {
		void above?.desk.gone.then(() => leaving.abort(new Error('the process of root that started this one is gone')));
		return await runCli(above ? words.slice(1) : words, version, verbsOf({ above, leaving }));
	})
	.catch(explain);
process.exitCode ??= code;
// Nothing that still holds a connection open is waited for.
setTimeout(() => process.exit(), 1_000).unref();
