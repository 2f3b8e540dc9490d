import { slackCode } from '../web/slack-sentence.ts';

/** Which workspaces do not stream: GovSlack, gateways, plans without it. Known until the process ends. */
export interface StreamLatch {
	streams(team: string): boolean;
	/** Whether this refusal means that the workspace never streams; it is remembered then. */
	refused(team: string, error: unknown): boolean;
}

const never = [
	'unknown_method',
	'method_deprecated',
	'feature_not_enabled',
	'feature_disabled',
	'not_allowed_token_type',
];

export function createStreamLatch(): StreamLatch {
	const without = new Set<string>();
	return {
		streams: (team) => !without.has(team),
		refused(team, error) {
			const isNever = never.includes(slackCode(error) ?? '');
			if (isNever) without.add(team);
			return isNever;
		},
	};
}
