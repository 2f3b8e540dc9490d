import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { Model } from '../../model/model.ts';
import type { Models } from '../../model/models.ts';

/** `state/brain.json`: which model thinks in a session. It may be chosen before anybody has spoken there, when `session.json` is not there yet. */
const choiceSchema = kept({
	version: z.literal(1),
	/** The endpoint's name of it; missing: the usual one. */
	model: z.string().optional(),
});

type Folder = Pick<SessionFolder, 'documents'>;
export type BrainChoices = Pick<Models, 'brain' | 'choices'>;

/** The model that thinks in a session, and the name of the chosen one where that is not there any more. */
export interface SessionBrain {
	readonly model: Model;
	readonly gone?: string;
}

/** A choice counts as long as it can be made; a damaged one is none. */
export async function brainOf(folder: Folder, models: BrainChoices): Promise<SessionBrain> {
	const name = await chosenIn(folder);
	const model = brainsOf(models).find((one) => one.name === name);
	if (model) return { model };
	return { model: models.brain, ...(name !== undefined && { gone: name }) };
}

/** All models that a session can have, the usual one first. */
export function brainsOf({ brain, choices = [] }: BrainChoices): readonly Model[] {
	return [brain, ...choices];
}

/** Undefined: the usual one, whichever that is. */
export async function chooseBrain({ documents }: Folder, model: string | undefined): Promise<void> {
	await documents.write('brain', { version: 1, ...(model !== undefined && { model }) } satisfies z.infer<
		typeof choiceSchema
	>);
}

/** Takes a choice back, where nothing else was chosen in between. */
export async function unchooseBrain(folder: Folder, model: string): Promise<void> {
	if ((await chosenIn(folder)) === model) await chooseBrain(folder, undefined);
}

async function chosenIn({ documents }: Folder): Promise<string | undefined> {
	return (await documents.read('brain', choiceSchema, async () => undefined))?.model;
}
