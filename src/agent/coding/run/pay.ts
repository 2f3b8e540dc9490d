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
		budget: { reserve: (...asked) => reserve(...asked) },
		takeOver(signal) {
			const here = AsyncLocalStorage.snapshot();
			reserve = (tokens, model, output) => here(() => hold({ tokens, model, output }, signal, here));
		},
	};
}

type Here = <T>(work: () => T) => T;

interface Wanted {
	readonly tokens: number;
	readonly model: string;
	/** The part of them that the answer may take. */
	readonly output: number;
}

async function hold({ tokens, model, output }: Wanted, signal: AbortSignal, here: Here): ReturnType<Reserve> {
	try {
		const call = { model, url: 'gateway', promptTokens: tokens - output, brings: 'words' } as const;
		const held = await holdFor(() => call, signal);
		if (held.outputTokens !== undefined && held.outputTokens < output) {
			await held.settle(undefined);
			return { refused: `Only ${held.outputTokens} tokens are left of a budget for the answer` };
		}
		return { settle: (usage) => here(() => settle(held, usage, model)) };
	} catch (error) {
		return { refused: userMessage(error) };
	}
}

async function settle(held: Awaited<ReturnType<typeof holdFor>>, usage: Usage | undefined, model: string) {
	await held.settle(usage && { counted: 'by-server', ...usage });
	await tellSpent(usage && { ...usage, model });
}
