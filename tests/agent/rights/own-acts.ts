import { command } from '../../support/commands.ts';
import { inbound } from '../../support/workbench.ts';
import type { Scene, SceneOptions, Who } from './scene.ts';

/** Does it as somebody, and answers whether it happened. */
export interface Act {
	readonly on?: SceneOptions;
	readonly tried: (scene: Scene, who: Who) => Promise<boolean>;
}

/** Done when something is said that only who may is told. */
export const says = (line: string, seen: RegExp): Act => ({
	tried: async (scene, who) => {
		await scene.act(who, command(line));
		return seen.test(scene.news());
	},
});

/** What the house alone says and orders, given by a person. */
export const ownActs: Readonly<Record<string, Act>> = {
	'inbound erase': {
		tried: async (scene, who) => {
			await scene.act(who, inbound('erase', { what: { kind: 'session' } }));
			const { journal } = await scene.bench.sessions.open(scene.session);
			return (await journal.after(0)).some(({ step }) => step.type === 'cleared');
		},
	},
	'inbound word': {
		tried: async (scene, who) => {
			await scene.act(who, inbound('word', { turn: 'forged', answers: 'x', text: 'words in our mouth' }));
			return /words in our mouth/.test(scene.news());
		},
	},
};
