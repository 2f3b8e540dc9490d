import type { Dialect, Route } from '../dialect.ts';
import { googleError } from '../errors/google.ts';
import { createMeter } from '../meter/meter.ts';
import { isMembers, pick } from '../read/allow.ts';
import { oneAnswer, outputLimit } from '../read/limits.ts';
import { type Complete, type Plan, type Under, writeAnew } from '../read/rewriting.ts';
import { omit, withoutIdle } from '../read/tools.ts';
import { modelIn, targetOf } from '../target.ts';
import { geminiFields } from './fields.ts';
import { inOneSpelling } from './spelling.ts';
import { readGemini } from './usage.ts';

/** generateContent, its stream, `countTokens`, and the list of models (https://ai.google.dev/api/generate-content). */
export const gemini: Dialect = {
	name: 'gemini',
	route,
	rewrite: (route, body, rules) => {
		if (route.streams === true && !route.path.endsWith(asEvents)) return noArrays;
		return writeAnew(route.call === 'count' ? countPlan : plan, route, body, rules);
	},
	meter: (_, contentType) => createMeter(contentType, readGemini),
	error: googleError,
};

const asEvents = '?alt=sse';
const noArrays = {
	kind: 'refused',
	status: 400,
	sentence: 'The gateway streams events alone: ask with ?alt=sse, as Google’s own clients do.',
} as const;

const verbs: Readonly<Record<string, Pick<Route, 'call' | 'streams'>>> = {
	generateContent: { call: 'generate', streams: false },
	streamGenerateContent: { call: 'generate', streams: true },
	countTokens: { call: 'count' },
};

function route(method: string, target: string): Route | undefined {
	const { path, query } = targetOf(target);
	const rest = path.replaceAll(/%3a/gi, ':');
	if (method === 'GET') return listing(rest);
	const at = rest.lastIndexOf(':');
	const verb = rest.slice(at + 1);
	const model = modelIn(rest.slice(0, Math.max(0, at)), '/v1beta/models/');
	if (method !== 'POST' || model === undefined || !Object.hasOwn(verbs, verb)) return undefined;
	const suffix = verbs[verb]?.streams === true && query.get('alt') === 'sse' ? asEvents : '';
	return { ...(verbs[verb] ?? { call: 'count' }), path: `/v1beta/models/${encoded(model)}:${verb}${suffix}`, model };
}

/** A slash would be another address. */
function encoded(model: string): string {
	return model.split('/').map(encodeURIComponent).join('%2F');
}

function listing(path: string): Route | undefined {
	if (path === '/v1beta/models') return { call: 'models', path };
	const model = modelIn(path, '/v1beta/models/');
	return model === undefined ? undefined : { call: 'model', path: `/v1beta/models/${encoded(model)}`, model };
}

/** The fields in both spellings: `complete` writes one. */
const fields = Object.fromEntries(
	Object.entries(geminiFields).flatMap(([name, rule]) => [
		[name, rule],
		[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), rule],
	]),
);

const plan: Plan = { dialect: 'gemini', fields, complete };

function complete(kept: Record<string, unknown>, { route, rules, notes }: Under): Complete {
	const { generationConfig, ...rest } = inOneSpelling(kept);
	const config = isMembers(generationConfig) ? generationConfig : {};
	oneAnswer(config['candidateCount'], 'candidateCount', notes);
	const tokens = outputLimit(config['maxOutputTokens'], rules);
	const limited = { ...omit(config, 'candidateCount', 'responseModalities'), maxOutputTokens: tokens };
	const unkept = rules.keepsUnlessTold && { store: false };
	const body = { ...withoutIdle(rest, 'toolConfig'), generationConfig: limited, ...unkept };
	return { body, streams: route.streams === true, maxOutput: tokens };
}

/** A whole request may stand inside of one to count it. */
const countPlan: Plan = {
	dialect: 'gemini',
	fields: {
		...fields,
		generateContentRequest: whole,
		generate_content_request: whole,
	},
	complete: (kept, { model }) => {
		const { generateContentRequest: inside, ...body } = inOneSpelling(kept);
		const request = isMembers(inside) ? { generateContentRequest: { model: `models/${model}`, ...inside } } : body;
		return { body: request, streams: false, maxOutput: 0 };
	},
};

function whole(value: unknown, notes: Parameters<typeof pick>[2]): unknown {
	return isMembers(value) ? withoutIdle(pick(inOneSpelling(value), geminiFields, notes), 'toolConfig') : undefined;
}
