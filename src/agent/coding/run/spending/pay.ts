import { AsyncLocalStorage } from 'node:async_hooks';
import { userMessage } from '../../../../base/errors.ts';
import type { Usage } from '../../../../chat/usage.ts';
import type { RunBudget } from '../../../../gateway/gateway.ts';
import { type Hold, holdFor } from '../../../model/cost/purse.ts';
import { tellSpent } from '../../../model/spending.ts';

/** Whoever pays now for what an agent asks of models: each prompt is somebody else's perhaps. */
export interface Payment {
	readonly budget: RunBudget;
	/** From now on whoever pays for what is done here pays, and is told of tokens; `signal` ends waiting for others to be done. */
	takeOver(signal: AbortSignal): void;
	/** Takes what was paid since it was last asked, in millionths of a US dollar, as far as prices are known. */
	takePaid(): number;
}

type Reserve = RunBudget['reserve'];

/** Who pays for what is done in a tool call is known by where it is done; the gateway's calls come from elsewhere, and are taken back there. */
export function createPayment(): Payment {
	let paid = 0;
	const onPaid = (microUsd: number) => {
		paid += microUsd;
	};
	let reserve: Reserve = async () => ({ refused: 'No prompt is under way' });
	return {
		budget: { reserve: (...asked) => reserve(...asked) },
		takeOver(signal) {
			const here = AsyncLocalStorage.snapshot();
			reserve = (tokens, model, output) => here(() => hold({ tokens, model, output }, signal, { here, onPaid }));
		},
		takePaid() {
			const before = paid;
			paid = 0;
			return before;
		},
	};
}

/** Where calls are paid, and who is told what each has cost. */
interface Payer {
	readonly here: <T>(work: () => T) => T;
	readonly onPaid: (microUsd: number) => void;
}

interface Wanted {
	readonly tokens: number;
	readonly model: string;
	/** The part of them that the answer may take. */
	readonly output: number;
}

async function hold({ tokens, model, output }: Wanted, signal: AbortSignal, payer: Payer): ReturnType<Reserve> {
	try {
		const call = { model, url: 'gateway', promptTokens: tokens - output, brings: 'words' } as const;
		const held = await holdFor(() => call, signal);
		if (held.outputTokens !== undefined && held.outputTokens < output) {
			await held.settle(undefined);
			return { refused: `Only ${held.outputTokens} tokens are left of a budget for the answer` };
		}
		return { settle: (usage) => payer.here(() => settle(held, usage, model, payer)) };
	} catch (error) {
		return { refused: userMessage(error) };
	}
}

async function settle(held: Hold, usage: Usage | undefined, model: string, { onPaid }: Payer) {
	const spent = usage && ({ counted: 'by-server', ...usage } as const);
	onPaid((spent && held.costOf?.(spent)) ?? 0);
	await held.settle(spent);
	await tellSpent(usage && { ...usage, model });
}
