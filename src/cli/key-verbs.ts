import type { KeysRequest } from '../process/control/run-keys.ts';
import { type Verb, verb } from './verb.ts';

/** Verbs about the keys of wrapped agents. Each resolves with the process's exit code. */
export interface KeyVerbs {
	/** Shows keys, or makes one void. */
	keys(request: KeysRequest): Promise<number>;
}

export function keyVerbs({ keys }: KeyVerbs): readonly [Verb, ...Verb[]] {
	return [
		verb({
			name: 'list',
			help: 'the keys that agents have now, what each has used, and whether it works at this moment',
			arguments: [],
			flags: [],
			run: () => keys({ action: 'list' }),
		}),
		verb({
			name: 'revoke',
			help: 'make a key void at once, and end its calls',
			arguments: [{ kind: 'word', name: 'id', help: 'the id of a key, as list tells it' }],
			flags: [],
			run: ({ id }) => keys({ action: 'revoke', id }),
		}),
	];
}
