import { type Listening, listenings } from '../../../chat/listening.ts';
import { listenAt, listeningAt, listeningIn } from '../../session/choices/listening.ts';
import { setInRecord } from '../../session/session-record.ts';
import { action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

const meanings = {
	auto: 'I hear everybody here, and stay silent where it is not for me.',
	mention: 'I hear who names me.',
	all: 'I hear everybody here, and answer everything.',
} as const;

type ListenDeps = Pick<CommandDeps, 'store' | 'places' | 'roleOf'>;

export function listenCommand(deps: ListenDeps): Command {
	const { places, store } = deps;
	const listeningDeps = { records: store.records, places };
	return action({
		name: 'listen',
		help: 'Say whom I hear: everybody, or who names me',
		arguments: [
			{ kind: 'choice', name: 'listen', help: 'whom I hear', choices: listenings, optional: true },
			{
				kind: 'choice',
				name: 'for',
				help: 'this session, or all of the place',
				choices: ['session', 'place'],
				optional: true,
			},
		],
		again: true,
		right: 'participant',
		when: 'at-once',
		run: async ({ listen, for: whole }, scene) => {
			if (whole === 'place') return await forPlace(listen, scene, deps);
			if (!listen) return meanings[await listeningIn(scene.folder, scene.thread, listeningDeps)];
			return (await setInRecord(scene.folder, { listen }, places))
				? meanings[listen]
				: 'There is nothing to set yet: nobody has asked anything here.';
		},
	});
}

/** The place's admins say what holds where nothing else was said. */
async function forPlace(
	listen: Listening | undefined,
	{ thread, person }: CommandScene,
	{ store, places, roleOf }: ListenDeps,
): Promise<string> {
	const { place } = places.conversationOf(thread);
	const deps = { records: store.records, places };
	if (place === undefined) return 'This conversation belongs to no place.';
	if (!listen) return `Where nothing else was said: ${meanings[await listeningAt(place, deps)]}`;
	if (roleOf(person, place) !== 'admin') return 'What holds for the whole place is for its admins to say.';
	await listenAt(place, listen, deps);
	return `Where nothing else was said: ${meanings[listen]}`;
}
