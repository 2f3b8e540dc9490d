import { AsyncLocalStorage } from 'node:async_hooks';
import { userMessage } from '../../../base/errors.ts';
import type { Usage } from '../../../chat/usage.ts';
import type { RunBudget } from '../../../gateway/gateway.ts';
import { holdFor } from '../../model/cost/purse.ts';
import { tellSpent } from '../../model/spending.ts';

/** Whoever pays now for what an agent asks of models: each prompt is somebody else's perhaps. */
export interface Payment {
	readonly budget: RunBudget;
	/** From now on whoever pays for what is done here pays, and is told of tokens; `signal` ends waiting for others to be done. */
	takeOver(signal: AbortSignal): void;
}

type Reserve = RunBudget['reserve'];

/** Who pays for what is done in a tool call is known by where it is done; the gateway's calls come from elsewhere, and are taken back there. */
export function createPayment(): Payment {
	let reserve: Reserve = async () => ({ refused: 'No prompt is under way' });
	return {
		budget: { reserve: (tokens, model) => reserve(tokens, model) },
		takeOver(signal) {
			const here = AsyncLocalStorage.snapshot();
			reserve = (tokens, model) => here(() => hold(tokens, model, signal, here));
		},
	};
}

type Here = <T>(work: () => T) => T;

/** What an answer may take is held with the rest: both are asked of the gateway together. */
async function hold(tokens: number, model: string, signal: AbortSignal, here: Here): ReturnType<Reserve> {
	try {
		const call = { model, url: 'gateway', promptTokens: tokens, brings: 'vectors' } as const;
		const held = await holdFor(() => call, signal);
		return { settle: (usage) => here(() => settle(held, usage, model)) };
	} catch (error) {
		return { refused: userMessage(error) };
	}
}

async function settle(held: Awaited<ReturnType<typeof holdFor>>, usage: Usage | undefined, model: string) {
	await held.settle(usage && { counted: 'by-server', ...usage });
	await tellSpent(usage && { ...usage, model });
}
