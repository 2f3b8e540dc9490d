import type { Conversation, PlatformFacts } from '../../chat/platform.ts';

/** A place is a workspace, `slack:T1`, or an organisation, `slack:E1`. */
export const slackFacts: PlatformFacts = {
	name: 'slack',
	prefix: 'slack',
	people: 'of-a-place',
	rules: {
		place: /^slack:[TE][A-Z0-9]+$/,
		forms: [
			{ subject: /^\*$/, means: 'everyone' },
			{ subject: /^(guests|externals)$/, means: 'outsiders' },
			{ subject: /^[UW][A-Z0-9]+$/, means: 'person' },
			{ subject: /^group:S[A-Z0-9]+$/, means: 'trait' },
			{ subject: /^channel:[CDG][A-Z0-9]+$/, means: 'inner-trait' },
		],
		examples: ['slack:T1/U2', 'slack:T1/group:S3', 'slack:T1/channel:C4', 'slack:T1/*', 'slack:T1/guests'],
	},
	conversationOf,
};

/** A room is a channel. A direct message's is of the workspace too, but its person's alone. */
function conversationOf(id: string): Conversation {
	const [team = '', channel = ''] = id.split('-');
	const room = `${team}-${channel}`;
	const place = `slack:${team}`;
	return channel.startsWith('D') ? { place, kind: 'direct', room } : { place, kind: 'shared', room, channel: room };
}
