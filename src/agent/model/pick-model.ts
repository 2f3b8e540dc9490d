import { z } from 'zod';
import { ProblemError } from '../../errors.ts';
import { openAiUrl, shownUrl } from './endpoint-url.ts';
import { readProblem } from './read-problem.ts';

export interface PickModelOptions {
	/** Default: OpenAI's own. */
	readonly baseUrl?: string | undefined;
	readonly apiKey?: string | undefined;
	/** The setting that would name the model, such as `BRAIN_MODEL`. */
	readonly setting: string;
}

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

// A list is short work for any server; one that takes longer is not well.
const limitMs = 10_000;
const shownNames = 8;

/**
 * The only model that an endpoint lists. Rejects with `ProblemError` that names the setting when it lists none or
 * several, or gives no list within 10 s; with the signal's reason when aborted. Uses `fetch` alone: at a start the
 * `openai` package would cost more time than the question.
 */
export async function pickModel(options: PickModelOptions, signal: AbortSignal): Promise<string> {
	const baseUrl = options.baseUrl ?? openAiUrl;
	const endpoint = shownUrl(baseUrl);
	const names = await listModels(baseUrl, options, signal);
	const [only] = names;
	if (only === undefined) {
		throw new ProblemError(`The model endpoint at ${endpoint} has no model`, `Set ${options.setting}`);
	}
	if (names.length === 1) return only;
	const shown = names.slice(0, shownNames).join(', ') + (names.length > shownNames ? ', …' : '');
	throw new ProblemError(
		`${options.setting} is not set, and the model endpoint at ${endpoint} has ${names.length} models`,
		`Set ${options.setting} to one of: ${shown}`,
	);
}

async function listModels(baseUrl: string, options: PickModelOptions, signal: AbortSignal): Promise<readonly string[]> {
	const refused = (reason: string, cause?: unknown) =>
		new ProblemError(
			`Cannot ask the model endpoint at ${shownUrl(baseUrl)} for its models: ${reason}`,
			`Mend that, or set ${options.setting}`,
			{ cause },
		);
	try {
		const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
			headers: options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` },
			signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
		});
		if (!response.ok) throw refused(`status ${response.status}`);
		const list = listSchema.safeParse(await response.json());
		if (!list.success) throw refused('the answer is no list of models');
		return list.data.data.map(({ id }) => id);
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof ProblemError) throw error;
		throw refused(reasonOf(error), error);
	}
}

/** Never the message of `fetch`, which quotes an address with credentials. */
function reasonOf(error: unknown): string {
	if (error instanceof SyntaxError) return 'the answer is no JSON';
	if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${limitMs / 1000} s`;
	const problem = readProblem(error, 0);
	return (problem?.kind === 'connection' && problem.code) || 'no connection';
}
