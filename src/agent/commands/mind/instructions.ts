import type { NoteFolder } from '../../../store/notes.ts';
import {
	type Instructions,
	type InstructionsOf,
	instructionsFolder,
	mostInstructionBytes,
	readInstructions,
	setInstructions,
} from '../../memory/instructions.ts';
import { type Action, action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

type Deps = Pick<CommandDeps, 'notes' | 'places' | 'roleOf'>;

const choices = ['channel', 'me', 'place'] as const;
type Choice = (typeof choices)[number];

const whose = { kind: 'choice', name: 'whose', help: 'channel, me, or place for all channels', choices } as const;

export function instructionsCommand(deps: Deps): Command {
	return {
		name: 'instructions',
		help: 'What the Brain is told to keep to here',
		subcommands: [showAction(deps), setAction(deps), clearAction(deps)],
	};
}

function showAction(deps: Deps): Action {
	return action({
		name: 'show',
		help: 'Show the instructions for all channels, for this one and yours',
		arguments: [{ ...whose, optional: true }],
		right: 'guest',
		when: 'at-once',
		run: async ({ whose: wanted }, scene) => {
			const { found, unread } = await readInstructions(sceneOf(scene), deps);
			const isWanted = ({ of }: Pick<Instructions, 'of'>) => wanted === undefined || of === kinds[wanted];
			const texts = [...found.filter(isWanted).map(textOf), ...unread.filter(isWanted).map(unreadText)];
			return texts.length === 0 ? 'There are no instructions.' : texts.join('\n\n');
		},
	});
}

function setAction(deps: Deps): Action {
	return action({
		name: 'set',
		help: 'Set instructions: yours, or, for admins, those of the channel or of all',
		arguments: [whose, { kind: 'words', name: 'text', help: 'the instructions, in plain words' }],
		again: true,
		right: 'member',
		when: 'at-once',
		run: ({ whose: of, text }, scene) => change(of, text, scene, deps),
	});
}

function clearAction(deps: Deps): Action {
	return action({
		name: 'clear',
		help: 'Take instructions away',
		arguments: [whose],
		again: true,
		right: 'member',
		when: 'at-once',
		run: ({ whose: of }, scene) => change(of, '', scene, deps),
	});
}

const kinds: Readonly<Record<Choice, InstructionsOf>> = { channel: 'channel', me: 'person', place: 'place' };

function sceneOf({ id: session, thread, person }: CommandScene) {
	return { session, thread, person };
}

async function change(whose: Choice, text: string, scene: CommandScene, deps: Deps): Promise<string> {
	const folder = instructionsFolder(kinds[whose], sceneOf(scene), deps);
	if (!folder) return `This conversation has no instructions of that kind. They are set in ${instead[whose]}.`;
	if (whose !== 'me' && !isAdmin(scene, deps)) return `Instructions for ${called[whose]} are for admins to set.`;
	return await setIn(folder, text, whose);
}

const instead: Readonly<Record<Choice, string>> = {
	channel: 'a thread of the channel',
	me: 'a thread of a channel',
	place: 'a thread of a channel',
};
const called: Readonly<Record<Choice, string>> = { channel: 'the channel', me: 'you', place: 'all channels' };

function isAdmin({ person, thread }: CommandScene, { places, roleOf }: Deps): boolean {
	return roleOf(person, places.conversationOf(thread).place) === 'admin';
}

async function setIn(folder: NoteFolder, text: string, whose: Choice): Promise<string> {
	const problem = await setInstructions(text, folder);
	if (problem !== undefined) return `Not set. ${problem}`;
	const what = text === '' ? 'are gone' : 'are set';
	return `The instructions for ${called[whose]} ${what}: turns that begin from now on have it so.`;
}

function textOf({ of, text, version, isCut }: Instructions): string {
	const cut = isCut ? ` (only its first ${mostInstructionBytes} bytes are told)` : '';
	return `**${heads[of]}**, version ${version}${cut}:\n${text.replaceAll(/^/gm, '> ')}`;
}

function unreadText({ of }: Pick<Instructions, 'of'>): string {
	return `**${heads[of]}**: their file cannot be read, and nothing of it is told. Set them anew, or have its operator look at the log.`;
}

const heads: Readonly<Record<InstructionsOf, string>> = {
	place: 'For all channels',
	channel: 'For this channel',
	person: 'Yours',
};
