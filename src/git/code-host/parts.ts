import type { Clock } from '../../base/clock.ts';
import type { Tokens } from './tokens/tokens.ts';
import type { HostFetch } from './wire/exchange.ts';

/** With which the API of every code host is asked. */
export interface CodeHostParts {
	readonly fetch: HostFetch;
	readonly tokens: Tokens;
	readonly clock: Pick<Clock, 'now'>;
}
