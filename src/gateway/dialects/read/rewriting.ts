import type { DialectName, RewriteRules, Rewritten, Route } from '../dialect.ts';
import { featureOf, isHostedModel } from '../hosted/hosted.ts';
import { asksFor, type Fields, isMembers, type Members, pick } from './allow.ts';
import { tokensOf } from './estimate.ts';
import { createNotes, type Notes } from './notes.ts';
import { readJson } from './read-json.ts';

/** How one call of a dialect is written anew. */
export interface Plan {
	readonly dialect: DialectName;
	/** The members that a request may have, without the model. */
	readonly fields: Fields;
	/** Completes what is allowed of it: limits, options of a stream, what is always said. */
	complete(kept: Record<string, unknown>, under: Under): Complete;
}

/** All that a request is completed by. */
export interface Under {
	readonly route: Route;
	readonly model: string;
	readonly rules: RewriteRules;
	readonly notes: Notes;
}

/** A request that is complete. */
export interface Complete {
	/** Without the model, which is in front of it where the address does not name it. */
	readonly body: Record<string, unknown>;
	readonly streams: boolean;
	/** As in `Rewritten`. */
	readonly maxOutput: number;
}

/** A request's bytes, parsed, held against the plan, and written anew. Never throws; pure. */
export function writeAnew(plan: Plan, route: Route, bytes: Uint8Array, rules: RewriteRules): Rewritten {
	const read = readJson(bytes);
	if (read.kind === 'refused') return read;
	if (!isMembers(read.value)) return refused(400, 'The request is no JSON object.');
	const model = route.model ?? read.value['model'];
	const refusal = whyNot(model, rules);
	if (refusal !== undefined) return refused(404, refusal);
	return write(plan, read.value, { route, model: String(model), rules, notes: createNotes() });
}

function write(plan: Plan, members: Members, under: Under): Rewritten {
	const { route, model, notes } = under;
	noteFields(plan, members, notes);
	const { body, streams, maxOutput } = plan.complete(pick(members, plan.fields, notes), under);
	const { refusal, stripped, fileCharacters, fileTokens, hasDocument } = notes.taken();
	if (refusal !== undefined) return refused(400, refusal);
	const written = JSON.stringify(route.model === undefined ? { model, ...body } : body);
	const inputEstimate = route.call === 'count' ? 0 : tokensOf(written, fileCharacters) + fileTokens;
	const estimated = { inputEstimate, isVague: hasDocument && route.call !== 'count' };
	return { kind: 'ok', path: route.path, body: written, model, streams, maxOutput, ...estimated, stripped };
}

function refused(status: number, sentence: string): Rewritten {
	return { kind: 'refused', status, sentence };
}

/** Why a model may not be asked, as a sentence. */
function whyNot(model: unknown, { models }: RewriteRules): string | undefined {
	if (typeof model !== 'string' || model === '')
		return 'The request names no model: name one of those that the gateway lists.';
	if (!models.includes(model))
		return `The model ${shown(model)} is not offered by this gateway: ask for one of those that it lists, ${models.slice(0, 20).join(', ')}.`;
	if (isHostedModel(model))
		return `The model ${shown(model)} searches the web or runs code itself, which no agent may have it do: choose another.`;
	return undefined;
}

/** A name out of a request, harmless in a log and in a terminal. */
function shown(name: string): string {
	return `“${name.slice(0, 100).replaceAll(/[^\w.:/@+-]/g, '?')}”`;
}

/** Names the hosted features that the request asks for by members that are left out. */
function noteFields({ dialect, fields }: Plan, members: Members, notes: Notes): void {
	for (const [name, value] of Object.entries(members)) {
		const feature = Object.hasOwn(fields, name) || !asksFor(value) ? undefined : featureOf(dialect, 'field', name);
		if (feature !== undefined) notes.strip(feature);
	}
}
