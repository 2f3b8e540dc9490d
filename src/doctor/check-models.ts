import { openAiUrl, shownUrl } from '../agent/model/endpoint/endpoint-url.ts';
import { listModels, type ModelList } from '../agent/model/list-models.ts';
import { someNames } from '../agent/model/pick-model.ts';
import type { Config } from '../config/config.ts';
import type { EndpointConfig, ModelsConfig } from '../config/model-config.ts';
import { checkWindow } from './check-window.ts';
import type { Finding } from './finding.ts';

const roles = ['brain', 'coder', 'summarizer'] as const;
type Role = (typeof roles)[number];

/** The doctor as a whole should take some seconds, not more. */
const limitMs = 3_500;

/** Asks each role's endpoint for its models, each endpoint once, and says how large the Brain's window is. `serves`: chat platforms are configured. Rejects only with the signal's reason when aborted. */
export async function checkModels(
	{ home, models, settings }: Pick<Config, 'home' | 'models' | 'settings'>,
	serves: boolean,
	signal: AbortSignal,
): Promise<Finding[]> {
	if (!models) return [noModel(serves)];
	const lists = new Map<string, Promise<ModelList>>();
	const ask = (endpoint: EndpointConfig): Promise<ModelList> => {
		const key = JSON.stringify([endpoint.baseUrl, endpoint.apiKey]);
		const list = lists.get(key) ?? listModels({ ...endpoint, limitMs }, signal);
		lists.set(key, list);
		return list;
	};
	const found = await Promise.all(
		roles.map(async (role) => {
			const choices = role === 'brain' ? models.choices : [];
			return judge({ ...models[role], choices }, await ask(models[role]), settingNames(role, settings, models));
		}),
	);
	return [...found, ...(await checkWindow({ home, settings, models }, await ask(models.brain)))];
}

/** Nothing is wrong with a clone that has only been looked at; whoever serves people needs a model. */
function noModel(serves: boolean): Finding {
	const mend = 'Run: ./threadsmith setup; or set OPENAI_BASE_URL or OPENAI_API_KEY';
	return { name: 'models', value: 'none (only npm run demo works without one)', met: serves ? false : undefined, mend };
}

export interface Names {
	readonly role: string;
	readonly model: string;
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly fallbacks: string;
}

/** The settings that a role's endpoint came from. */
export function settingNames(role: Role, given: Config['settings'], models: ModelsConfig): Names {
	const own = role.toUpperCase() as Uppercase<Role>;
	const from = (field: 'BASE_URL' | 'API_KEY') =>
		([own, 'OPENAI', 'BRAIN'] as const)
			.map((of) => `${of}_${field}` as const)
			.find((name) => given[name] !== undefined);
	// An address of its own wants a key of its own.
	const ownKey = given[`${own}_BASE_URL`] === undefined ? undefined : (`${own}_API_KEY` as const);
	// At the Brain's address a role that names no model of its own has the Brain's.
	const isBrains = given[`${own}_MODEL`] === undefined && models[role].baseUrl === models.brain.baseUrl;
	const hasBrains = isBrains && given[`${own}_FALLBACK_MODELS`] === undefined;
	return {
		role: `model of the ${own[0]}${role.slice(1)}`,
		model: isBrains ? 'BRAIN_MODEL' : `${own}_MODEL`,
		fallbacks: hasBrains ? 'BRAIN_FALLBACK_MODELS' : `${own}_FALLBACK_MODELS`,
		baseUrl: from('BASE_URL') ?? 'OPENAI_BASE_URL',
		apiKey: ownKey ?? from('API_KEY') ?? 'OPENAI_API_KEY',
	};
}

function judge(
	{ baseUrl = openAiUrl, apiKey, model, fallbacks, choices }: EndpointConfig & Pick<ModelsConfig, 'choices'>,
	list: ModelList,
	names: Names,
): Finding {
	const at = shownUrl(baseUrl);
	const problem = (value: string, mend: string): Finding => ({ name: names.role, value, met: false, mend });
	switch (list.kind) {
		case 'listed':
			return withOthers(judgeModel(model, list.names, at, names), {
				choices: choices.filter((one) => one !== model),
				fallbacks,
				listed: list.names,
				at,
				names,
			});
		case 'no-list':
			return model === undefined
				? problem(`${at} does not list its models (${list.reason})`, `Set ${names.model}, and check ${names.baseUrl}`)
				: unlisted(names.role, `${model} at ${at}, which does not list its models (${list.reason})`);
		case 'unauthorized':
			return apiKey === undefined
				? problem(`${at} asks for a key (${list.reason})`, `Set ${names.apiKey}`)
				: problem(`${at} does not accept the key (${list.reason})`, `Check ${names.apiKey}`);
		case 'failed':
			return problem(
				`${at} cannot be asked for its models (${list.reason})`,
				`Check that the server is running, and ${names.baseUrl} (it usually ends in /v1)`,
			);
	}
}

/** Whether it is there only an answer of it could tell. */
function unlisted(name: string, value: string): Finding {
	return { name, value, met: undefined, mend: 'Run ./threadsmith setup, which tries an answer' };
}

function judgeModel(model: string | undefined, listed: readonly string[], at: string, names: Names): Finding {
	const [only] = listed;
	const choose = only === undefined ? `Load a model at ${at}` : `Set ${names.model} to one of: ${someNames(listed)}`;
	const problem = (value: string): Finding => ({ name: names.role, value, met: false, mend: choose });
	if (only === undefined) return problem(`${at} has no model`);
	if (model === undefined) {
		if (listed.length > 1) return problem(`${names.model} is not set, and ${at} has ${listed.length} models`);
		return { name: names.role, value: `${only} at ${at}, its only one`, met: true };
	}
	return isListed(model, listed)
		? { name: names.role, value: `${model} at ${at}`, met: true }
		: problem(`${at} does not list ${model}`);
}

/** Ollama takes a name without its tag. */
function isListed(model: string, listed: readonly string[]): boolean {
	return listed.includes(model) || listed.includes(`${model}:latest`);
}

interface Others {
	readonly choices: readonly string[];
	readonly fallbacks: readonly string[];
	readonly listed: readonly string[];
	readonly at: string;
	readonly names: Names;
}

/** The finding on a role's model, on those that a session may have instead, and on those that stand in for it. */
function withOthers(finding: Finding, { choices, fallbacks, listed, at, names }: Others): Finding {
	if (!finding.met) return finding;
	const missing = [
		...choices.map((model) => ({ model, in: 'BRAIN_MODELS' })),
		...fallbacks.map((model) => ({ model, in: names.fallbacks })),
	].filter(({ model }) => !isListed(model, listed));
	if (missing.length > 0) {
		const named = missing.map(({ model }) => model).join(', ');
		const settings = [...new Set(missing.map((one) => one.in))].join(' and ');
		const mend = `Take ${named} out of ${settings}, or load what is missing`;
		return { ...finding, value: `${at} does not list ${named}`, met: false, mend };
	}
	const or = choices.length === 0 ? '' : `, or by choice ${choices.join(', ')}`;
	return {
		...finding,
		value: `${finding.value}${or}${fallbacks.length === 0 ? '' : `, else ${fallbacks.join(', ')}`}`,
	};
}
