import type { Accept, DenialOf, Inbound } from '../../chat/inbound.ts';
import { createRecent } from './recent.ts';

/** More messages than these are not remembered. */
const mostDenied = 1000;

interface DenyOnceDeps {
	readonly accept: Accept;
	readonly denialOf: DenialOf;
}

/** Whoever was told that they may not say something is not told again when they change it, for as long as they may not. */
export function denyOnce({ accept, denialOf }: DenyOnceDeps): Accept {
	const denied = createRecent<true>(mostDenied);
	return async (inbound) => {
		const said = saidIn(inbound);
		if (said !== undefined && denied.of(said) && denialOf(inbound) !== undefined) return 'denied';
		const answer = await accept(inbound);
		if (said !== undefined && answer === 'denied') denied.remember(said, true);
		return answer;
	};
}

/** The key of what was said: a change has another one. */
function saidIn(inbound: Inbound): string | undefined {
	switch (inbound.type) {
		case 'message':
		case 'command':
			return inbound.key;
		case 'edit':
		case 'delete':
			return inbound.of;
		default:
			return undefined;
	}
}
