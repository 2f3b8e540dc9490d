import { ModelError, type ModelFailure, messageOf } from '../../base/errors.ts';
import type { Model, ModelPart, ModelReply } from './model.ts';

/** How long a model is left alone after it was gone or overloaded, by its failure, milliseconds. */
const awayMs: Partial<Record<ModelFailure, number>> = {
	'unknown-model': 3_600_000,
	'rate-limited': 300_000,
	'server-error': 300_000,
	silent: 300_000,
};

interface Away {
	readonly until: number;
	readonly why: string;
	readonly failure: ModelFailure;
}

/**
 * The preferred model, and others in their order where it is gone or overloaded and nothing that people saw would be lost;
 * each that failed so is asked again after a while. Without others it is the preferred one itself.
 */
export function withFallbacks(preferred: Model, others: readonly Model[], now: () => number = Date.now): Model {
	if (others.length === 0) return preferred;
	const away = new Map<Model, Away>();
	const isBack = (model: Model) => now() >= (away.get(model)?.until ?? 0);
	const inOrder = (): readonly Model[] => {
		const all = [preferred, ...others];
		const back = all.filter(isBack);
		return back.length > 0 ? back : all;
	};
	/** Throws what the other models are no answer to. */
	const leave = (model: Model, error: unknown): void => {
		const failure = error instanceof ModelError ? error.failure : undefined;
		const ms = failure && awayMs[failure];
		if (failure === undefined || ms === undefined) throw error;
		away.set(model, { until: now() + ms, why: messageOf(error), failure });
	};
	const standingIn = (model: Model) => {
		const { why = '', failure } = away.get(preferred) ?? {};
		return model === preferred ? undefined : { model: model.name, why, ...(failure && { failure }) };
	};

	return {
		name: preferred.name,
		async *reply(request, signal) {
			const order = inOrder();
			for (const model of order) {
				const ended = yield* attempt(model.reply(request, signal));
				if ('reply' in ended) return withInstead(ended.reply, standingIn(model));
				if (ended.seen || signal.aborted || model === order.at(-1)) throw ended.error;
				leave(model, ended.error);
			}
			throw new Error('No model was asked');
		},
		async ask(request, signal) {
			const order = inOrder();
			for (const model of order) {
				try {
					return await model.ask(request, signal);
				} catch (error) {
					if (signal.aborted || model === order.at(-1)) throw error;
					leave(model, error);
				}
			}
			throw new Error('No model was asked');
		},
	};
}

type Ended = { readonly reply: ModelReply } | { readonly error: unknown; readonly seen: boolean };

async function* attempt(parts: AsyncGenerator<ModelPart, ModelReply>): AsyncGenerator<ModelPart, Ended> {
	let seen = false;
	try {
		for (;;) {
			const next = await parts.next();
			if (next.done) return { reply: next.value };
			seen ||= next.value.type === 'text';
			yield next.value;
		}
	} catch (error) {
		return { error, seen };
	} finally {
		// A reader that leaves early closes the connection.
		await parts.return(undefined as never);
	}
}

function withInstead(reply: ModelReply, instead: ModelReply['instead']): ModelReply {
	if (instead === undefined) return reply;
	const usage = reply.usage && { ...reply.usage, model: instead.model };
	return { ...reply, instead, ...(usage && { usage }) };
}
