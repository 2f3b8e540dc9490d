import { z } from 'zod';
import { codingAgent } from '../coding-agent.ts';

/** Cursor’s command line: its settings know no address but its vendor’s. */
export const cursor = codingAgent({
	name: 'cursor',
	title: 'Cursor',
	options: z.strictObject({}),
	dialects: [],
	run: {
		kind: 'refused',
		why: 'Cursor’s agent speaks to its vendor’s servers alone: it cannot be given the gateway, and no key of a provider enters a sandbox.',
	},
});
