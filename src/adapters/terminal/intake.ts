import { noPast } from '../../chat/past.ts';
import type { Intake } from '../adapter.ts';
import type { HandIn } from './hand-in.ts';
import type { Transcripts } from './render/transcript.ts';

/** Nobody talks in a terminal before it is ours. */
export function intakeFrom({
	handIn,
	transcripts,
}: {
	readonly handIn: HandIn;
	readonly transcripts: Transcripts;
}): Intake {
	return {
		files: { named: async (file) => file, fetch: handIn.read },
		past: noPast,
		find: transcripts.find,
		reread: async () => ({ state: 'as-stored' }),
		reach: {
			probe: async () => {},
			admins: async () => [],
			directly: async () => undefined,
			linkTo: async () => undefined,
		},
	};
}
