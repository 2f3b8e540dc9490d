import { shownUrl } from '../agent/model/endpoint/endpoint-url.ts';
import { listModels } from '../agent/model/list-models.ts';
import { createOpenAiModel } from '../agent/model/openai-model.ts';
import { withoutCall } from '../base/settings/setting-kinds.ts';
import type { Environment } from '../config/environment.ts';
import { settings } from '../config/settings.ts';
import type { Changes } from './dot-env-text.ts';
import { type Findings, type FoundEndpoint, findEndpoints, talkers } from './find-endpoints.ts';
import { isYes, type SetUpParts, SkippedError, writeSettings } from './step.ts';
import { tryModel } from './try-model.ts';

/** So many models are listed; others are named by hand. */
const shownModels = 20;

/** Finds servers and keys, has one chosen, tries an answer with a call of a tool, and writes it down. */
export async function setUpModel(parts: SetUpParts): Promise<void> {
	const { desk, file, known, signal } = parts;
	desk.say('The model: looking for servers on this machine, and for keys in the environment …');
	const env = await file.read();
	const findings = await findEndpoints(env, known, signal);
	for (let isDone = false; !isDone; ) {
		const endpoint = await chooseEndpoint(parts, findings);
		const model = await chooseModel(parts, endpoint, env['BRAIN_MODEL']);
		isDone = model !== undefined && (await tryAndWrite(parts, { endpoint, model, env }));
	}
}

async function chooseEndpoint({ desk, signal }: SetUpParts, { found, refused }: Findings): Promise<FoundEndpoint> {
	const lines = found.map(
		({ title, baseUrl, models }, at) => `  ${at + 1}  ${title} at ${shownUrl(baseUrl)}, ${countOf(models.length)}`,
	);
	const problems = refused.map((problem) => `  –  ${problem}`);
	desk.say([...lines, ...problems].join('\n') || '  None answers.');
	// A server without models is no suggestion.
	const first = found.findIndex(({ models }) => models.length > 0) + 1 || 's';
	const wanted = found.length > 0 ? 'A number, the address of another server' : 'The address of a server';
	for (;;) {
		const answer = await desk.ask(`  ${wanted} (…/v1), or s to skip [${first}] `);
		if (answer === '' && first === 's') throw new SkippedError();
		const endpoint = found[Number(answer || first) - 1] ?? (await otherEndpoint(desk, answer, signal));
		if (endpoint !== undefined) return endpoint;
	}
}

function countOf(models: number): string {
	if (models === 0) return 'names no model to talk with';
	return models === 1 ? 'one model' : `${models} models`;
}

async function otherEndpoint(
	desk: SetUpParts['desk'],
	given: string,
	signal: AbortSignal,
): Promise<FoundEndpoint | undefined> {
	const { data: address, error } = settings.shape.OPENAI_BASE_URL.safeParse(given);
	if (error || address === undefined) {
		desk.say(`  That is none of them: it ${error?.issues[0]?.message ?? 'must be an address'}`);
		return undefined;
	}
	const apiKey = await askKey(desk);
	const { baseUrl, list } = await askAt(baseUrlsOf(address), apiKey, signal);
	const title = 'the server';
	if (list.kind === 'listed') return { title, baseUrl, apiKey, models: talkers(list.names) };
	if (list.kind === 'no-list') return { title, baseUrl, apiKey, models: [] };
	desk.say(
		`  ${shownUrl(baseUrl)} ${whyNot(list.kind, apiKey)} (${list.reason}). Give the address once more, or another`,
	);
	return undefined;
}

/** Asks again for what no server can be sent. */
async function askKey(desk: SetUpParts['desk']): Promise<string | undefined> {
	for (;;) {
		const given = (await desk.askSecret('  Its key, where it wants one [none] ')).replace(/^Bearer\s+/i, '');
		const { error } = settings.shape.OPENAI_API_KEY.safeParse(given || undefined);
		if (!error) return given || undefined;
		desk.say(`  That is none: it ${error.issues[0]?.message ?? 'must be a key'}`);
	}
}

function whyNot(kind: 'unauthorized' | 'failed', apiKey: string | undefined): string {
	if (kind === 'failed') return 'cannot be asked for its models';
	return apiKey === undefined ? 'wants a key' : 'does not take that key';
}

/** An address as it was given, of one of the paths below it or without the version: where it may be meant to begin. Pure. */
export function baseUrlsOf(address: string): readonly [string, ...string[]] {
	const base = withoutCall(address.replace(/\/+$/, ''));
	return /\/v\d+\w*(\/|$)/.test(base) ? [base] : [base, `${base}/v1`];
}

/** The first that has a list; else the first. */
async function askAt(
	[first, ...rest]: readonly [string, ...string[]],
	apiKey: string | undefined,
	signal: AbortSignal,
) {
	const answer = { baseUrl: first, list: await listModels({ baseUrl: first, apiKey }, signal) };
	for (const baseUrl of answer.list.kind === 'listed' ? [] : rest) {
		const list = await listModels({ baseUrl, apiKey }, signal);
		if (list.kind === 'listed' || list.kind === 'unauthorized') return { baseUrl, list };
	}
	return answer;
}

/** Undefined: another endpoint is wanted. */
async function chooseModel(
	{ desk }: SetUpParts,
	{ models, title }: FoundEndpoint,
	set: string | undefined,
): Promise<string | undefined> {
	if (models.length === 1) return models[0];
	const usual = models.find((name) => name === set);
	const shown = models.slice(0, shownModels).map((name, at) => `  ${at + 1}  ${name}`);
	const more = models.length > shownModels ? [`  … and ${models.length - shownModels} others, by their names`] : [];
	desk.say([...shown, ...more].join('\n') || `  ${title} names no model to talk with.`);
	for (;;) {
		const answer = await desk.ask(`  Which model: a number or a name${usual ? ` [${usual}]` : '; nothing goes back'} `);
		if (answer === '') return usual;
		const named = /^\d+$/.test(answer) ? models[Number(answer) - 1] : answer;
		if (named !== undefined) return named;
		desk.say(`  There is no number ${answer}`);
	}
}

interface Choice {
	readonly endpoint: FoundEndpoint;
	readonly model: string;
	readonly env: Environment;
}

/** Whether it was taken. */
async function tryAndWrite(parts: SetUpParts, choice: Choice): Promise<boolean> {
	const { desk, signal } = parts;
	const { endpoint, model } = choice;
	desk.say(`  Trying ${model} with a call of a tool (a large model is loaded first) …`);
	const { baseUrl, apiKey } = endpoint;
	const trial = await tryModel(createOpenAiModel({ model, baseUrl, apiKey }), signal);
	if (trial.kind === 'calls') desk.say('  It answers, and calls tools.');
	else {
		desk.say(
			trial.kind === 'talks' ? '  It answers, but does not call tools: little can be done with it.' : `  ${trial.why}.`,
		);
		if (!isYes(await desk.ask('  Take it all the same? [n] '))) return false;
	}
	await writeSettings(parts, changesFor(choice));
	return true;
}

/**
 * The settings that make it the Brain's, and with it everybody's. A key of OpenAI's that stays in the environment would go to an address
 * that is set for all: then the Brain has an address of its own. Pure.
 */
export function changesFor({ endpoint: { baseUrl, apiKey }, model, env }: Choice): Changes {
	const other = env['OPENAI_API_KEY'] !== undefined && env['OPENAI_API_KEY'] !== apiKey;
	const none = { OPENAI_BASE_URL: undefined, BRAIN_BASE_URL: undefined, BRAIN_API_KEY: undefined };
	if (other) return { ...none, BRAIN_BASE_URL: baseUrl, BRAIN_API_KEY: apiKey, BRAIN_MODEL: model };
	return { ...none, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, BRAIN_MODEL: model };
}
