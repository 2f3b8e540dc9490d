import type { PlatformFacts } from '../../chat/platform.ts';

/** There is one person, whoever has this machine, in one place. */
export const terminalFacts: PlatformFacts = {
	name: 'terminal',
	prefix: 'local',
	people: 'host',
	rules: { place: /^local$/, forms: [{ subject: /^$/, means: 'host' }], examples: ['local'] },
	conversationOf: (room) => ({ place: 'local', kind: 'host', room }),
};
