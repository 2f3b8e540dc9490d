import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, operatorMessage, ProblemError } from './base/errors.ts';
import { createLogger, type Logger } from './base/log.ts';
import { type McpOptions, runCli } from './cli.ts';
import { type Config, environment, loadConfig } from './config/config.ts';
import { ownPlatform } from './demo/demo-platforms.ts';
import { loadStandIn, type RunDemo } from './demo/stand-in.ts';
import type { ServeMcpOptions } from './portable/mcp/serve-mcp.ts';
import { surviveFaults } from './process/last-resort.ts';
import { LeftBySignal, leaveOnSignals } from './process/leaving.ts';
import { createLogFile } from './process/log-file.ts';
import { needRights } from './process/rights.ts';
import { makeHome } from './store/files/make-home.ts';

const root = join(import.meta.dirname, '..');
const version = '0.1.0';
const settingsFile = join(root, '.env');
/** The platforms' stand-ins are there in a clone alone. */
const standInOf = (platform: string): string => join(root, 'tests', 'support', `${platform}-demo.ts`);

const write = (text: string): void => void process.stdout.write(text);
const say = (text: string): void => void process.stderr.write(text);

/** Fires when the process is asked to leave. */
const leaving = leaveOnSignals(process, {
	onLate: () =>
		say('threadsmith: not everything could be closed in time; what is unfinished goes on at the next start\n'),
});
// Whoever read what we print may be gone: without a listener that would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** A service that is told to leave has done well; whoever waits for an answer is told by the code that there is none. */
function tellBySignal(): void {
	const tell = () => {
		if (leaving.signal.reason instanceof LeftBySignal) process.exitCode ??= leaving.signal.reason.code;
	};
	leaving.signal.addEventListener('abort', tell, { once: true });
	if (leaving.signal.aborted) tell();
}

async function readConfig(): Promise<Config> {
	const dotEnv = await readFile(settingsFile, 'utf8').catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return '';
		throw new ProblemError('Cannot read the file .env', 'Make it readable for this user, or remove it', {
			cause: error,
		});
	});
	return loadConfig(environment(dotEnv), dotEnv);
}

/** The process's log goes to a file: the terminal is for people. A folder that cannot be made is told by whoever needs it. */
async function openLog({ home, settings }: Pick<Config, 'home' | 'settings'>): Promise<Logger> {
	await makeHome(home).catch(() => undefined);
	const onLost = (why: string) => say(`threadsmith: the log cannot be written, and goes on when it can: ${why}\n`);
	return createLogger(settings.LOG_LEVEL, createLogFile({ path: join(home, 'threadsmith.log'), onLost }));
}

/** It takes a while to load: only where it is wanted. */
const runDemo: RunDemo = async (options) => {
	await needRights();
	return await (await import('./demo/demo.ts')).runDemo(options);
};

/** Too many faults end in an orderly way, with a code that makes whoever started it start it anew. */
function survive(log: Logger): void {
	const onTooMany = (error: unknown) => {
		process.exitCode = 1;
		leaving.abort(error);
	};
	surviveFaults(process, { log, onTooMany });
}

async function serveTools(where: string, { inputs, outputs }: McpOptions): Promise<number> {
	await needRights();
	const config = await readConfig();
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

async function look(json: boolean): Promise<number> {
	const { checkSettings } = await import('./doctor/check-settings.ts');
	return await checkSettings({ json, readConfig, signal: leaving.signal });
}

async function checkImage(own: string | undefined, json: boolean): Promise<number> {
	await needRights();
	const { checkImage: check } = await import('./doctor/check-image.ts');
	return await check({ config: await readConfig(), own, json, write, signal: leaving.signal });
}

async function askForSettings(): Promise<number> {
	const { setUpHere } = await import('./setup/set-up-here.ts');
	return await setUpHere(settingsFile, leaving.signal);
}

/** A person who starts it for the first time is offered to set it up. The code to leave with, where they would rather leave. */
async function configOrSetUp(): Promise<Config | number> {
	const config = await readConfig();
	const { offerSetUp } = await import('./setup/offer.ts');
	const code = await offerSetUp(config, askForSettings, leaving.signal);
	if (code === undefined) return config;
	if (code !== 0) return code;
	await look(false);
	return await readConfig();
}

/** Says what went wrong, and how to mend it, on standard error. */
function explain(error: unknown): number {
	say(`threadsmith: ${operatorMessage(error)}\n`);
	return 1;
}

const code = await runCli(process.argv.slice(2), version, {
	talk: async ({ terminal = false, ...options }) => {
		const config = await configOrSetUp();
		if (typeof config === 'number') return config;
		if (config.models) await needRights();
		const parts = { config, log: await openLog(config), signal: leaving.signal, version };
		survive(parts.log);
		const { serve, servesPlatforms } = await import('./serve.ts');
		if (!terminal && options.load === undefined && servesPlatforms(config)) return await serve(parts);
		tellBySignal();
		const { talk } = await import('./talk.ts');
		// Nobody is there to talk to.
		process.stdout.on('error', (error) => leaving.abort(error));
		return await talk({ ...parts, ...options, runDemo });
	},
	demo: async (platform, { json = false }) => {
		tellBySignal();
		const options = { json, signal: leaving.signal };
		if (platform === ownPlatform) return await runDemo(options);
		await needRights();
		return (await loadStandIn(standInOf(platform)))(options);
	},
	checkImage: async (own, { json = false }) => {
		tellBySignal();
		return await checkImage(own, json);
	},
	settings: async (request) => {
		if (request.action === 'ask') return await askForSettings();
		return await look(request.json ?? false);
	},
	tools: async (request) => {
		const { home } = await readConfig();
		const { runTools } = await import('./portable/tools.ts');
		return runTools(request, { home, write, say });
	},
	sessions: async (request) => {
		const { home } = await readConfig();
		const { runSessions } = await import('./portable/sessions/sessions.ts');
		return runSessions(request, { home, write, say });
	},
	mcp: serveTools,
}).catch(explain);
process.exitCode ??= code;
// Nothing that still holds a connection open is waited for.
setTimeout(() => process.exit(), 1_000).unref();
