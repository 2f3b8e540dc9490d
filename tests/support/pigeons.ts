import type { PlatformFacts } from '../../src/chat/platform.ts';

/** A platform that nobody knows but whoever is handed these facts: lofts are its places, rings its people, a night thread is direct. */
export const pigeonFacts: PlatformFacts = {
	name: 'pigeon',
	prefix: 'bird',
	people: 'of-a-place',
	rules: {
		place: /^bird:loft\d$/,
		forms: [
			{ subject: /^ring\d+$/, means: 'person' },
			{ subject: /^strays$/, means: 'outsiders' },
			{ subject: /^perch:\d+$/, means: 'inner-trait' },
		],
		examples: ['bird:loft1/ring2', 'bird:loft1/perch:3'],
	},
	conversationOf(id) {
		const [loft = '', perch = ''] = id.split('-');
		return { place: `bird:${loft}`, kind: perch === 'night' ? 'direct' : 'shared', room: `${loft}-${perch}` };
	},
};
