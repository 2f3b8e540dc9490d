import { timeIn, zoneNamed, zoneNames } from '../../../base/text/time-zone.ts';
import { prefer, zoneOf } from '../../session/choices/preferences.ts';
import { action, type Command } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

export function timezoneCommand({
	store: { records },
	places,
	usual,
}: Pick<CommandDeps, 'store' | 'places' | 'usual'>): Command {
	const deps = { records, places };
	return action({
		name: 'timezone',
		help: 'Say in which time zone you are, or see which one is known',
		arguments: [
			{
				kind: 'word',
				name: 'zone',
				help: 'a zone such as Europe/Berlin, or auto',
				optional: true,
				complete: async (prefix) => ['auto', ...zoneNames].filter((name) => name.startsWith(prefix)),
			},
		],
		again: true,
		right: 'member',
		when: 'at-once',
		run: async ({ zone: given }, { person }) => {
			const zone = given === undefined ? undefined : zoneNamed(given);
			if (given !== undefined && given !== 'auto' && zone === undefined)
				return `There is no time zone "${given}". Name it as Europe/Berlin or America/New_York are; auto takes what is known of you.`;
			if (given !== undefined) await prefer(person, { zone }, deps);
			return `For you it is ${timeIn(await zoneOf(person, usual, deps), new Date())}.`;
		},
	});
}
