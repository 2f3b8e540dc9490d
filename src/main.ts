import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { type DemoPlatform, type McpOptions, runCli } from './cli.ts';
import { type Config, environment, loadConfig } from './config.ts';
import { codeOf, ProblemError, userMessage } from './errors.ts';
import { createLogger, type Logger } from './log.ts';

const root = join(import.meta.dirname, '..');
const version = '0.1.0';

/** Fires when the process is asked to leave. */
const leaving = new AbortController();
for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(name, () => leaving.abort(new Error(name)));

async function readConfig(): Promise<Config> {
	const dotEnv = await readFile(join(root, '.env'), 'utf8').catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return '';
		throw new ProblemError('Cannot read the file .env', 'Make it readable for this user, or remove it', {
			cause: error,
		});
	});
	return loadConfig(environment(dotEnv), dotEnv);
}

/** The process's log goes to a file: the terminal is for people. */
async function openLog({ home, settings }: Pick<Config, 'home' | 'settings'>): Promise<Logger> {
	await mkdir(home, { recursive: true, mode: 0o700 });
	const dest = join(home, 'threadsmith.log');
	const stream = pino.destination({ dest, sync: true, mode: 0o600 });
	// One of an earlier version was open to all who may enter the home
	await chmod(dest, 0o600);
	return createLogger(settings.LOG_LEVEL, stream);
}

type DemoOptions = { readonly json: boolean; readonly signal: AbortSignal };

/** The places that these demos play on are the tests' own: they are there in a clone, not in the image. */
async function playOn(platform: Exclude<DemoPlatform, 'terminal'>, options: DemoOptions): Promise<number> {
	const play =
		platform === 'slack'
			? import('../tests/support/slack-demo.ts').then(({ runSlackDemo }) => runSlackDemo)
			: import('../tests/support/discord-demo.ts').then(({ runDiscordDemo }) => runDiscordDemo);
	const run = await play.catch((cause: unknown) => {
		const mend = `Run it in a clone: npm run demo -- ${platform}`;
		throw new ProblemError('What this demo plays on is missing here', mend, { cause });
	});
	return run(options);
}

const write = (text: string): void => void process.stdout.write(text);
const say = (text: string): void => void process.stderr.write(text);

async function serveTools(where: string, { inputs, outputs }: McpOptions): Promise<number> {
	const config = await readConfig();
	const open = async (home: string, homeId: string) => {
		const log = await openLog({ ...config, home });
		const { sandboxesOf } = await import('./sandboxes.ts');
		return { log, sandboxes: await sandboxesOf(config, homeId, log) };
	};
	const { serveMcp } = await import('./take-away/mcp/serve-mcp.ts');
	const options = { home: config.home, where, inputs, outputs, version, open };
	return serveMcp({ ...options, say: (line) => say(`threadsmith: ${line}\n`) }, leaving.signal);
}

/** Says what went wrong, and how to mend it, on standard error. */
function explain(error: unknown): number {
	say(`threadsmith: ${userMessage(error)}\n`);
	return 1;
}

process.exitCode = await runCli(process.argv.slice(2), version, {
	talk: async ({ terminal = false, ...options }) => {
		const config = await readConfig();
		const parts = { config, log: await openLog(config), signal: leaving.signal, version };
		const { serve, servesPlatforms } = await import('./serve.ts');
		if (!terminal && options.load === undefined && servesPlatforms(config)) return serve(parts);
		const { talk } = await import('./talk.ts');
		return talk({ ...parts, ...options });
	},
	demo: async (platform, { json = false }) => {
		const options = { json, signal: leaving.signal };
		if (platform !== 'terminal') return playOn(platform, options);
		const { runDemo } = await import('./demo/demo.ts');
		return runDemo(options);
	},
	settings: async ({ json = false }) => {
		const { checkSettings } = await import('./check-settings.ts');
		return checkSettings({ json, readConfig, signal: leaving.signal });
	},
	tools: async (request) => {
		const { home } = await readConfig();
		const { runTools } = await import('./take-away/tools.ts');
		return runTools(request, { home, write, say });
	},
	mcp: serveTools,
}).catch(explain);
