import type { Command } from '../agent/commands/command.ts';
import { improveCommand } from '../agent/commands/improve.ts';
import type { Config } from '../config/config.ts';

const week = 7;

/** The commands of whoever has the host's command line: no rule of a chat makes an operator. */
export function operatorCommands({ home, settings }: Pick<Config, 'home' | 'settings'>): readonly Command[] {
	const digest = async () => {
		const { runDigest } = await import('../portable/digest/digest.ts');
		let text = '';
		const write = (piece: string) => {
			text += piece;
		};
		await runDigest({ days: week, json: false }, { home, write, say: () => {} });
		return text;
	};
	return [improveCommand({ repository: settings.IMPROVE_REPOSITORY, digest })];
}
