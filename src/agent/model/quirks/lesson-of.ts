import type { ModelFailure } from '../../../base/errors.ts';
import { capOf } from '../cost/cap.ts';
import { isMute } from '../overflow.ts';
import { textOf } from '../wire/problem/characters-of.ts';
import { withoutSent } from '../wire/problem/quotations.ts';
import type { WireProblem } from '../wire/wire-problem.ts';
import type { ChatBody } from '../wire/wire-types.ts';
import { lacksEyes, picturesLeft, showsPictures } from './pictures.ts';
import { learnQuirk, type Quirks } from './quirks.ts';
import type { Change, Lesson } from './trial.ts';

type Refusal = Extract<WireProblem, { kind: 'refusal' }>;

interface Refused {
	readonly body: ChatBody;
	readonly quirks: Quirks;
	readonly failure: ModelFailure;
	/** The sentence for people. */
	readonly words: string;
}

/** A call that was refused learns from it; undefined where nothing that was sent explains the refusal. Pure. */
export function lessonOf(refusal: Refusal, { body, quirks, failure, words }: Refused): Lesson | undefined {
	// Servers count what an answer may have with the prompt: without it this may fit.
	if (failure === 'context-overflow' && capOf(body) !== undefined) return { change: { cap: 'none' }, words };
	if (isMute(refusal)) return quirks.vision && showsPictures(body) ? blind : undefined;
	if (!teaches(refusal, failure)) return undefined;
	const said = withoutModel(refusal.all, body.model);
	const pictures = failure === 'refused-request' ? picturesLeft(said, body) : undefined;
	if (pictures !== undefined) return { pictures };
	const change = isAboutPeople(said) ? undefined : learnQuirk(said, body, quirks);
	return change && { change, words };
}

const blind: Change = { change: { vision: false }, words: 'It refused a picture without a word' };

/**
 * Whether a refusal may be about what was sent: a server that fails, breaks off, or a proxy's page, says nothing of what the
 * model's can do. OpenRouter has no endpoint (404) for what a model lacks, and llama.cpp fails (500) over a picture.
 */
function teaches({ status = 0, all }: Refusal, failure: ModelFailure): boolean {
	if (/^"?(\\[nrt]|\s)*</.test(all)) return false;
	if (failure === 'server-error') return /image input is not supported|\bmmproj\b/i.test(all);
	if (status < 400 || status > 499) return false;
	return failure === 'refused-request' || (failure === 'unknown-model' && (/\btools?\b/i.test(all) || lacksEyes(all)));
}

/** Rules for people and for their money name the request's fields by chance. */
function isAboutPeople(said: string): boolean {
	return /\b(polic(y|ies)|moderation|safety|disallowed|prohibited|violat\w*|flagged|harmful|credits?|billing|balance|quota|payment)\b/i.test(
		said,
	);
}

/** Models are named after what they are good at: Seed, Vision, Image. */
function withoutModel(said: string, model: string): string {
	return model.length < 4 ? said : said.replaceAll(model, '');
}

/** A problem without what it quotes of the request. Pure. */
export function withoutRequestIn(problem: WireProblem, { messages }: ChatBody): WireProblem {
	if (problem.kind !== 'refusal') return problem;
	return { ...problem, all: withoutSent(problem.all, () => textOf(messages)) };
}
