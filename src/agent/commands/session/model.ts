import { nameNear, namesMeant } from '../../../base/text/meant-names.ts';
import { shorten } from '../../../base/text/shorten.ts';
import { type BrainChoices, brainOf, brainsOf, chooseBrain } from '../../session/choices/brain-choice.ts';
import { readRecord } from '../../session/session-record.ts';
import { action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

/** The word for whichever model is the usual one. */
const usual = 'default';

type ModelDeps = Pick<CommandDeps, 'models' | 'places' | 'turns'>;

export function modelCommand({ models, places, turns }: ModelDeps): Command {
	const names = brainsOf(models).map(({ name }) => name);
	return action({
		name: 'model',
		help: 'Say which model thinks in this session, or see them',
		arguments: [
			{
				kind: 'word',
				name: 'model',
				help: `the name of a model, or ${usual}`,
				optional: true,
				complete: async (prefix) => [...names, usual].filter((name) => name.startsWith(prefix)),
			},
		],
		again: true,
		right: 'participant',
		when: 'at-once',
		run: async ({ model: word }, scene) => {
			if (word === undefined) return await listed(scene, models);
			const found = meantBy(word, names);
			if (typeof found === 'string') return found;
			if (!(await isSettable(scene, places))) return 'There is nothing to set yet: nobody has asked anything here.';
			const runs = turns.runningSince(scene.id) !== undefined;
			await chooseBrain(scene.folder, found.model);
			const { model } = await brainOf(scene.folder, models);
			return `\`${model.name}\` thinks here from now on${runs ? '; the turn that runs keeps the model that it has' : ''}.`;
		},
	});
}

/** A sentence where it is not one model that is meant. */
function meantBy(word: string, names: readonly string[]): string | { readonly model: string | undefined } {
	const [model, ...others] = namesMeant(word, names);
	if (word.toLowerCase() === usual && model?.toLowerCase() !== usual) return { model: undefined };
	if (model === undefined) {
		const near = nameNear(word, [...names, usual]);
		const meant = near === undefined ? '' : ` Did you mean \`${near}\`?`;
		return `There is no model "${shorten(word, 100)}" to choose.${meant} There is: ${quoted(names)}.`;
	}
	return others.length === 0 ? { model } : `Which of these? ${quoted([model, ...others])}`;
}

/** This machine's own thread is there before anything was said in it; elsewhere a command may be given where no session is. */
async function isSettable({ folder, thread }: CommandScene, places: CommandDeps['places']): Promise<boolean> {
	return places.conversationOf(thread).kind === 'host' || (await readRecord(folder, places)) !== undefined;
}

async function listed({ folder, spell }: CommandScene, models: BrainChoices): Promise<string> {
	const { model } = await brainOf(folder, models);
	const all = brainsOf(models);
	const used = `\`${model.name}\` thinks in this session.`;
	if (all.length === 1) return `${used} There is no other: BRAIN_MODELS names none.`;
	const lines = all.map((one) => `- \`${one.name}\`${one === models.brain ? ', the usual one' : ''}`);
	return `${used} Choose another by ${spell('model <name>')}:\n${lines.join('\n')}`;
}

function quoted(names: readonly string[]): string {
	return names.map((name) => `\`${name}\``).join(', ');
}
