import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { ProblemError } from './errors.ts';

const units: Readonly<Record<string, number>> = { b: 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** `2 GB`, `512m`, `1073741824`: bytes, in powers of 1,024. */
const size = z
	.string()
	.trim()
	.regex(/^\d+(\.\d+)?\s*([kmgt]?i?b?)$/i, 'must be a size such as 512 MB or 2 GB')
	.transform((text) =>
		Math.round(Number.parseFloat(text) * (units[/[kmgt]/i.exec(text)?.[0].toLowerCase() ?? 'b'] ?? 1)),
	)
	.refine((bytes) => bytes > 0, 'must be more than 0');

const count = (least: number, most: number) =>
	z
		.string()
		.regex(/^\d+(\.\d+)?$/, 'must be a number')
		.transform(Number)
		.refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

const url = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });
const text = z.string().trim().min(1, 'must not be empty');

/** Every variable there is; `deploy/example.env` explains each. */
const settings = z.object({
	THREADSMITH_HOME: text.optional(),
	OPENAI_API_KEY: text.optional(),
	OPENAI_BASE_URL: url.optional(),
	BRAIN_MODEL: text.optional(),
	BRAIN_BASE_URL: url.optional(),
	BRAIN_API_KEY: text.optional(),
	CODER_MODEL: text.optional(),
	CODER_BASE_URL: url.optional(),
	CODER_API_KEY: text.optional(),
	SUMMARIZER_MODEL: text.optional(),
	SUMMARIZER_BASE_URL: url.optional(),
	SUMMARIZER_API_KEY: text.optional(),
	MODEL_SILENCE_SECONDS: count(1, 3600).default(120),
	TURN_MODEL_CALLS: count(1, 1000).default(60),
	QUESTION_HOURS: count(0.01, 24 * 365).default(24),
	SANDBOX_RUNTIME: z.enum(['auto', 'runc', 'crun'], 'must be auto, runc or crun').default('auto'),
	SANDBOX_SOCKET: text.optional(),
	SANDBOX_MEMORY: size.default(2 ** 30),
	SANDBOX_CPUS: count(0.1, 256).default(1),
	SANDBOX_PIDS: count(32, 32_768).default(512),
	SANDBOX_DISK: size.default(2 * 2 ** 30),
	SANDBOX_IDLE_MINUTES: count(0.01, 24 * 60).default(15),
	FILE_LIMIT: size.default(50 * 2 ** 20),
	TURN_FILES_LIMIT: size.default(200 * 2 ** 20),
	ARTIFACT_LIMIT: count(1, 1000).default(20),
	LOG_LEVEL: z
		.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
		.default('info'),
	NO_COLOR: z.string().optional(),
});
type Settings = z.infer<typeof settings>;

/** Names that begin like this and are not in `settings` are misspelt. */
const ours = /^(THREADSMITH|BRAIN|CODER|SUMMARIZER|SANDBOX|TURN)_/;

/** Where a model role is served. `model` undefined: the endpoint's own, found out by asking it. */
export interface EndpointConfig {
	readonly baseUrl: string | undefined;
	readonly apiKey: string | undefined;
	readonly model: string | undefined;
}

/** Everything that can be set, checked. */
export interface Config {
	/** The data folder, absolute. */
	readonly home: string;
	/** Undefined when no endpoint is configured. */
	readonly models:
		| { readonly brain: EndpointConfig; readonly coder: EndpointConfig; readonly summarizer: EndpointConfig }
		| undefined;
	readonly settings: Settings;
	/** Values that must never be logged. */
	readonly secrets: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the process was started with, the variables of `.env` text below its own. */
export function environment(dotEnv: string): Environment {
	return { ...parseEnv(dotEnv), ...process.env };
}

/** The checked configuration. Throws one `ProblemError` that names every wrong variable; values are never in it. `dotEnv` names are all ours. */
export function loadConfig(env: Environment, dotEnv = ''): Config {
	const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
	const parsed = settings.safeParse(given);
	const problems = [
		...unknownNames(given, dotEnv),
		...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
	];
	const contradictions = parsed.data ? contradictionsOf(parsed.data) : [];
	if (parsed.data && problems.length + contradictions.length === 0) return configOf(parsed.data, env);
	throw new ProblemError(
		`Settings are wrong:\n${[...problems, ...contradictions].map((problem) => `  ${problem}`).join('\n')}\n`,
		'deploy/example.env explains every setting',
	);
}

function unknownNames(given: Environment, dotEnv: string): string[] {
	const known = new Set(Object.keys(settings.shape));
	const fromFile = Object.keys(parseEnv(dotEnv)).filter((name) => !known.has(name) && !isForeign(name));
	const fromEnvironment = Object.keys(given).filter((name) => ours.test(name) && !known.has(name));
	return [...new Set([...fromFile, ...fromEnvironment])].map(
		(name) => `${name} is no setting${suggestion(name, known)}`,
	);
}

/** Variables of others that people keep in the same file. */
function isForeign(name: string): boolean {
	return /^(https?_proxy|no_proxy|all_proxy|node_.*|ssl_.*|npm_.*|pip_.*|uv_.*)$/i.test(name);
}

function suggestion(name: string, known: ReadonlySet<string>): string {
	const words = new Set(name.split('_'));
	const close = [...known].filter((one) => one.split('_').filter((word) => words.has(word)).length * 2 >= words.size);
	return close.length > 0 && close.length <= 3 ? `; did you mean ${close.join(' or ')}?` : '';
}

function contradictionsOf(given: Settings): string[] {
	const roles = ['BRAIN', 'CODER', 'SUMMARIZER'] as const;
	const hasEndpoint = given.OPENAI_API_KEY ?? given.OPENAI_BASE_URL ?? given.BRAIN_BASE_URL ?? given.BRAIN_API_KEY;
	return [
		...(hasEndpoint === undefined && roles.some((role) => given[`${role}_MODEL`] !== undefined)
			? ['OPENAI_BASE_URL or OPENAI_API_KEY is needed when a model is named']
			: []),
		...(given.FILE_LIMIT > given.TURN_FILES_LIMIT ? ['FILE_LIMIT must not be above TURN_FILES_LIMIT'] : []),
		...(given.FILE_LIMIT > given.SANDBOX_DISK ? ['FILE_LIMIT must not be above SANDBOX_DISK'] : []),
	];
}

function configOf(given: Settings, env: Environment): Config {
	const secrets = [given.OPENAI_API_KEY, given.BRAIN_API_KEY, given.CODER_API_KEY, given.SUMMARIZER_API_KEY];
	return Object.freeze({
		home: resolve(given.THREADSMITH_HOME ?? defaultHome(env)),
		models: modelsOf(given),
		settings: given,
		secrets: secrets.filter((secret) => secret !== undefined),
	});
}

/** The XDG data folder: https://specifications.freedesktop.org/basedir-spec/latest/ */
function defaultHome(env: Environment): string {
	return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'threadsmith');
}

function modelsOf(given: Settings): Config['models'] {
	const brain: EndpointConfig = {
		baseUrl: given.BRAIN_BASE_URL ?? given.OPENAI_BASE_URL,
		apiKey: given.BRAIN_API_KEY ?? (given.BRAIN_BASE_URL === undefined ? given.OPENAI_API_KEY : undefined),
		model: given.BRAIN_MODEL,
	};
	if (brain.baseUrl === undefined && brain.apiKey === undefined) return undefined;
	return { brain, coder: roleOf(given, 'CODER', brain), summarizer: roleOf(given, 'SUMMARIZER', brain) };
}

/** A role without an endpoint of its own uses the Brain's, key and model with it. A key is never sent to another endpoint than its own. */
function roleOf(given: Settings, role: 'CODER' | 'SUMMARIZER', brain: EndpointConfig): EndpointConfig {
	const baseUrl = given[`${role}_BASE_URL`];
	const key = given[`${role}_API_KEY`];
	const model = given[`${role}_MODEL`] ?? (baseUrl === undefined ? brain.model : undefined);
	return {
		baseUrl: baseUrl ?? brain.baseUrl,
		apiKey: key ?? (baseUrl === undefined ? brain.apiKey : given.OPENAI_API_KEY),
		model,
	};
}
