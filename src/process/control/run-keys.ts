import { ProblemError } from '../../base/errors.ts';
import { sanitise } from '../../sandbox/guest/sanitise.ts';
import { order } from './order.ts';

export type KeysRequest = { readonly action: 'list' } | { readonly action: 'revoke'; readonly id: string };

export interface KeysOptions {
	/** The data folder. */
	readonly home: string;
	readonly write: (text: string) => void;
}

/**
 * `threadsmith keys …`: keys live in the process that runs, and end with it. Resolves with the exit code; rejects with a `ProblemError` where
 * there is no such key.
 */
export async function runKeys(request: KeysRequest, { home, write }: KeysOptions): Promise<number> {
	if (request.action === 'list') {
		const reply = await order(home, { verb: 'list-keys' });
		write(sanitise(`${reply?.text || 'No agent has a key for models now'}\n`));
		return 0;
	}
	const reply = await order(home, { verb: 'revoke-key', id: request.id });
	if (!reply?.ok)
		throw new ProblemError(
			reply?.text ?? `There is no key "${request.id}"`,
			'threadsmith keys list names those there are',
		);
	write(sanitise(`${reply.text}\n`));
	return 0;
}
