import type { Known } from './survivors.ts';

/** The mutants that may survive, by file. */
export const known: readonly Known[] = [
	{
		file: 'src/agent/dispatch/rights.ts',
		before: 'at < place',
		after: 'at <= place',
		reason: 'What stands at its own place is itself, and whoever said that is the same person as its person.',
	},
	{
		file: 'src/agent/dispatch/inbox/at-once.ts',
		before: 'true',
		after: 'false',
		reason:
			'Of what was done at once: its session, which is being worked on, is woken for nothing and finds nothing new.',
	},
	{
		file: 'src/agent/dispatch/inbox/recover-lost.ts',
		before: 'lost.length === 0',
		after: 'false',
		reason: 'Of no sessions none is looked at; there is only a line more in the log.',
	},
];
