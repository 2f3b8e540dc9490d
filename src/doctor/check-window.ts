import { join } from 'node:path';
import { type LearnedWindow, windowOf } from '../agent/compaction/measure/learned-window.ts';
import { openAiUrl, shownUrl } from '../agent/model/endpoint/endpoint-url.ts';
import type { ModelList } from '../agent/model/list-models.ts';
import { groupDigits } from '../base/text/group-digits.ts';
import type { Config } from '../config/config.ts';
import { createWindowFile, windowFileName } from '../process/window-file.ts';
import type { Finding } from './finding.ts';

type Checked = Pick<Config, 'home' | 'settings' | 'models'>;

/** Says how large the Brain's window is taken to be, and by whose word; nothing where it is not known which model thinks. Never rejects. */
export async function checkWindow({ home, settings, models }: Checked, list: ModelList): Promise<Finding[]> {
	if (!models) return [];
	const { baseUrl } = models.brain;
	const listed = list.kind === 'listed' ? list : undefined;
	const model = models.brain.model ?? (listed?.names.length === 1 ? listed.names[0] : undefined);
	// A server that cannot be asked has a row of its own.
	const isAsked = listed !== undefined || list.kind === 'no-list' || settings.BRAIN_WINDOW !== undefined;
	if (model === undefined || !isAsked) return [];
	const learned = await createWindowFile(join(home, windowFileName))(baseUrl)
		.read(model)
		.catch(() => undefined);
	const at = shownUrl(baseUrl ?? openAiUrl);
	return [windowRow(learned ?? {}, { set: settings.BRAIN_WINDOW, listed: listed?.windows.get(model), at })];
}

interface Named {
	readonly set: number | undefined;
	readonly listed: number | undefined;
	readonly at: string;
}

function windowRow(learned: LearnedWindow, { set, listed, at }: Named): Finding {
	const { tokens, from } = windowOf(learned, set ?? listed, Date.now());
	const name = 'window of the Brain';
	const size = `${groupDigits(tokens)} tokens`;
	const named = set === undefined ? `the list of models at ${at}` : 'BRAIN_WINDOW';
	switch (from) {
		case 'named':
			return { name, value: `${size} (${named})`, met: true };
		case 'refusal': {
			const more = set ?? listed;
			const than = more === undefined ? '' : `, though ${named} says ${groupDigits(more)}`;
			const value = `${size}: ${at} took no more on ${learned.refused?.at.slice(0, 10) ?? 'a former day'}${than}`;
			const mend = `Start the server with a larger context, or set BRAIN_WINDOW=${tokens}; more is tried a day after the refusal`;
			return { name, value, met: undefined, mend };
		}
		case 'taken':
		case 'usual': {
			const guess = from === 'usual' ? 'a guess' : 'which it has taken';
			return {
				name,
				value: `${size}, ${guess}: ${at} does not say how many it takes`,
				met: undefined,
				mend: 'Set BRAIN_WINDOW to as many as the server was started with: a guess too high costs refusals, one too low memory',
			};
		}
	}
}
