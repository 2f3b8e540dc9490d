import { ProblemError } from '../../base/errors.ts';
import { openAiUrl, shownUrl } from './endpoint/endpoint-url.ts';
import { type ListModelsOptions, listModels } from './list-models.ts';

export interface PickModelOptions extends ListModelsOptions {
	/** The setting that would name the model, such as `BRAIN_MODEL`. */
	readonly setting: string;
}

const shownNames = 8;

/**
 * The only model that an endpoint lists. Rejects with `ProblemError` that names the setting when it lists none or
 * several, or gives no list; with the signal's reason when aborted.
 */
export async function pickModel(options: PickModelOptions, signal: AbortSignal): Promise<string> {
	const endpoint = shownUrl(options.baseUrl ?? openAiUrl);
	const list = await listModels(options, signal);
	if (list.kind !== 'listed') {
		throw new ProblemError(
			`Cannot ask the model endpoint at ${endpoint} for its models: ${list.reason}`,
			`Mend that, or set ${options.setting}`,
		);
	}
	const { names } = list;
	const [only] = names;
	if (only === undefined) {
		throw new ProblemError(`The model endpoint at ${endpoint} has no model`, `Set ${options.setting}`);
	}
	if (names.length === 1) return only;
	throw new ProblemError(
		`${options.setting} is not set, and the model endpoint at ${endpoint} has ${names.length} models`,
		`Set ${options.setting} to one of: ${someNames(names)}`,
	);
}

/** The first names of a list, for people. */
export function someNames(names: readonly string[]): string {
	return names.slice(0, shownNames).join(', ') + (names.length > shownNames ? ', …' : '');
}
