import type { Conversation, PlatformFacts } from '../../chat/platform.ts';

/** What Slack says of itself. A place is a workspace, `slack:T1`, or an organisation, `slack:E1`. */
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
	return {
		place: `slack:${team}`,
		kind: channel.startsWith('D') ? 'direct' : 'shared',
		room: `${team}-${channel}`,
	};
}
