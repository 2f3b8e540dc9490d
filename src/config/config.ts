import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ProblemError } from '../base/errors.ts';
import type { SettingRule } from '../base/settings/setting-rule.ts';
import { closestName } from '../base/text/closest-name.ts';
import type { RoleRules } from '../chat/people.ts';
import type { Upstreams } from '../gateway/upstream/upstream.ts';
import { type PlatformSettings, platformRules, platformSettings, platformVariables } from '../platforms.ts';
import { dotEnvProblems, isForeign } from './dot-env.ts';
import { defaultHome, type Environment, withoutEmpty } from './environment.ts';
import { gatewayRules, upstreamsOf } from './gateway-config.ts';
import { type ModelsConfig, modelsOf } from './model-config.ts';
import { ownZone } from './own-zone.ts';
import { type Settings, settingNames, settings } from './settings.ts';

/** Names that begin like this and are not in `settings` are misspelt. */
const ours = new RegExp(
	`^(THREADSMITH|BRAIN|CODER|SUMMARIZER|EMBED|SANDBOX|TURNS?|COMPACT|BUDGET|FORGE|PACKAGES?|GATEWAY|AGENTS?|${firstWords(Object.keys(platformVariables))})_`,
);

function firstWords(names: readonly string[]): string {
	return [...new Set(names.map((name) => name.split('_', 1)[0]))].join('|');
}

/** Everything that can be set, checked. */
export interface Config extends PlatformSettings {
	/** The data folder, absolute. */
	readonly home: string;
	/** Undefined when no endpoint is configured. */
	readonly models: ModelsConfig | undefined;
	/** Where agents in sandboxes have their models. */
	readonly upstreams: Upstreams;
	/** The package index's simple API; may hold credentials. */
	readonly packageIndex: string;
	/** Of whoever has none of their own, and of the sandboxes. */
	readonly timezone: string;
	readonly roles: RoleRules;
	readonly settings: Settings;
	/** Values that must never be logged. */
	readonly secrets: readonly string[];
}

/** Settings that cannot be used: each problem begins with the name of its variable and holds no value. */
export class SettingsError extends ProblemError {
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		const lines = problems.map((problem) => `\n  ${problem}`);
		super(
			`Settings are wrong:${lines.join('')}\n${problems.length} to correct`,
			'deploy/example.env explains every setting',
		);
		this.problems = problems;
	}
}

/** The checked configuration. Throws one `SettingsError` with all problems. `dotEnv` names are all ours. */
export function loadConfig(env: Environment, dotEnv = ''): Config {
	const given = withoutEmpty(env);
	const { data, error } = settings.safeParse(given);
	const wrong = new Map(error?.issues.map(({ path: [name], message }) => [String(name), message]));
	const problems = [
		...dotEnvProblems(dotEnv),
		...unknownNames(given, dotEnv),
		...[...wrong].map(([name, message]) => `${name} ${message}`),
		...contradictions(given, wrong),
	];
	if (data && problems.length === 0) return configOf(data, env);
	throw new SettingsError(problems);
}

function unknownNames(given: Environment, dotEnv: string): string[] {
	const fromFile = Object.keys(parseEnv(dotEnv)).filter((name) => !isForeign(name));
	const fromEnvironment = Object.keys(given).filter((name) => ours.test(name));
	const unknown = new Set([...fromFile, ...fromEnvironment].filter((name) => !settingNames.includes(name)));
	return [...unknown].map((name) => describeUnknown(name, dotEnv));
}

/** A name that does not look like one may be a secret that slipped out of its value. */
function describeUnknown(name: string, dotEnv: string): string {
	if (/^[A-Z]+(_[A-Z0-9]+)*$/.test(name) && name.length <= 40) {
		const meant = closestName(name, settingNames);
		return `${name} is not a setting${meant === undefined ? '' : `; did you mean ${meant}?`}`;
	}
	const line = dotEnv.split('\n').findIndex((text) => text.includes(name)) + 1;
	return `.env, line ${line}: what stands before the "=" is not a setting`;
}

const endpointNames = ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'BRAIN_BASE_URL', 'BRAIN_API_KEY'] as const;
const needingEndpoint = [
	'BRAIN_MODEL',
	'BRAIN_MODELS',
	'EMBED_MODEL',
	...(['CODER', 'SUMMARIZER'] as const).flatMap(
		(role) => [`${role}_MODEL`, `${role}_BASE_URL`, `${role}_API_KEY`] as const,
	),
] as const;

const rules: readonly SettingRule<Settings>[] = [
	...needingEndpoint.map((name) => ({
		names: [name, ...endpointNames],
		broken: (given: Settings) => given[name] !== undefined && endpointNames.every((one) => given[one] === undefined),
		problem: `${name} has no effect without an endpoint for the Brain: set OPENAI_BASE_URL or OPENAI_API_KEY`,
	})),
	...(['EMBED_BASE_URL', 'EMBED_API_KEY'] as const).map((name) => ({
		names: [name, 'EMBED_MODEL'] as const,
		broken: (given: Settings) => given[name] !== undefined && given.EMBED_MODEL === undefined,
		problem: `${name} has no effect without EMBED_MODEL`,
	})),
	{
		names: ['FILE_LIMIT', 'TURN_FILES_LIMIT'],
		broken: (given) => given.FILE_LIMIT > given.TURN_FILES_LIMIT,
		problem: 'FILE_LIMIT must not be above TURN_FILES_LIMIT',
	},
	{
		names: ['SANDBOX_POOL', 'SANDBOX_MOST'],
		broken: ({ SANDBOX_POOL = 0, SANDBOX_MOST = SANDBOX_POOL }) => SANDBOX_POOL > SANDBOX_MOST,
		problem: 'SANDBOX_POOL must not be above SANDBOX_MOST',
	},
	...gatewayRules,
	...platformRules,
];

/** Contradictions among those that are right by themselves. */
function contradictions(given: Environment, wrong: ReadonlyMap<string, string>): string[] {
	const right = settings.safeParse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
	if (!right.data) return [];
	const { data } = right;
	return rules
		.filter(({ names, broken }) => !names.some((name) => wrong.has(name)) && broken(data))
		.map(({ problem }) => problem);
}

function configOf(given: Settings, env: Environment): Config {
	const { ADMINS = [], MEMBERS = [], GUESTS = [] } = given;
	const secrets = Object.entries(given).flatMap(([name, value]) =>
		typeof value === 'string' ? secretsIn(name, value) : [],
	);
	const models = modelsOf(given);
	return Object.freeze({
		home: resolve(given.THREADSMITH_HOME ?? defaultHome(env)),
		models,
		upstreams: upstreamsOf(given, models),
		packageIndex: given.UV_DEFAULT_INDEX ?? given.PIP_INDEX_URL ?? 'https://pypi.org/simple',
		timezone: given.TIMEZONE ?? ownZone(env['TZ']),
		roles: { admins: given.ADMINS, members: given.MEMBERS, guests: given.GUESTS },
		...platformSettings(given, { rules: [ADMINS, MEMBERS, GUESTS].flat(), maxFileBytes: given.FILE_LIMIT }),
		settings: given,
		secrets,
	});
}

/** Keys and the like; of an address, its password. */
function secretsIn(name: string, value: string): string[] {
	if (/_(KEY|TOKEN|SECRET)$/.test(name)) return [value];
	const password = URL.parse(value)?.password;
	return password ? [password, decodeURIComponent(password)] : [];
}
