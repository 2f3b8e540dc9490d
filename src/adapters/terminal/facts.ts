import type { PlatformFacts } from '../../chat/platform.ts';

/** What the local terminal says of itself: one person, the machine's own, in one place. */
export const terminalFacts: PlatformFacts = {
	name: 'terminal',
	prefix: 'local',
	people: 'host',
	rules: { place: /^local$/, forms: [{ subject: /^$/, means: 'host' }], examples: ['local'] },
	conversationOf: (room) => ({ place: 'local', kind: 'host', room }),
};
