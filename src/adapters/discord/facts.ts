import type { Conversation, PlatformFacts } from '../../chat/platform.ts';
import { noGuild } from './thread-keys.ts';

/** A place is a server, `discord:1`; direct conversations are in none. */
export const discordFacts: PlatformFacts = {
	name: 'discord',
	prefix: 'discord',
	people: 'everywhere',
	rules: {
		place: /^discord:\d+$/,
		forms: [
			{ subject: /^\*$/, means: 'everyone' },
			{ subject: /^externals$/, means: 'outsiders' },
			{ subject: /^\d+$/, means: 'person' },
			{ subject: /^(role:\d+|permission:[A-Z]\w+)$/, means: 'trait' },
			{ subject: /^channel:\d+$/, means: 'inner-trait' },
		],
		examples: ['discord:1/2', 'discord:1/role:3', 'discord:1/*'],
	},
	conversationOf,
};

const words = { called: 'a direct conversation of Discord', instead: 'a thread of a server' };

/** A room is a thread: who may read in one need not be able to read in another. */
function conversationOf(room: string): Conversation {
	const [guild = '', parent = ''] = room.split('-');
	if (['', 'dm', noGuild].includes(guild)) return { place: undefined, kind: 'direct', room, words };
	return { place: `discord:${guild}`, kind: 'shared', room, channel: `${guild}-${parent}` };
}
