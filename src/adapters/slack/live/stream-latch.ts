import { isNeverThere } from '../api/problems/slack-sentence.ts';

/** Which workspaces do not stream: GovSlack, gateways, plans without it. Known until the process ends. */
export interface StreamLatch {
	streams(team: string): boolean;
	/** Whether this refusal means that the workspace never streams; it is remembered then. */
	refused(team: string, error: unknown): boolean;
}

export function createStreamLatch(): StreamLatch {
	const without = new Set<string>();
	return {
		streams: (team) => !without.has(team),
		refused(team, error) {
			if (isNeverThere(error)) without.add(team);
			return without.has(team);
		},
	};
}
