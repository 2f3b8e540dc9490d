import { type LearnedWindow, learnedWindowSchema } from '../agent/compaction/measure/learned-window.ts';
import type { WindowMemory } from '../agent/compaction/measure/windows.ts';
import { openAiUrl, shownUrl } from '../agent/model/endpoint/endpoint-url.ts';
import { createLearnedFile } from './learned-file.ts';

/** In a data folder. */
export const windowFileName = 'model-windows.json';

/**
 * The file of a data folder in which it stands how large the windows of models were found to be, by address and model. What cannot be read is
 * learned again.
 */
export function createWindowFile(path: string): (baseUrl: string | undefined) => WindowMemory {
	const file = createLearnedFile(path);
	return (baseUrl = openAiUrl) => {
		const nameOf = (model: string) => `${shownUrl(baseUrl)} ${model}`;
		return {
			read: async (model) => asLearned(await file.read(nameOf(model))),
			keep: (model, learned) => file.change(nameOf(model), () => learned),
		};
	};
}

function asLearned(kept: unknown): LearnedWindow | undefined {
	return learnedWindowSchema.safeParse(kept).data;
}
