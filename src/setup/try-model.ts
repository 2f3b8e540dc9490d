import type { Model, ModelReply, ModelRequest } from '../agent/model/model.ts';
import { operatorMessage } from '../base/errors.ts';

/** How a model did with a request that wants one call of a tool. */
export type Trial =
	| { readonly kind: 'calls' }
	| { readonly kind: 'talks' }
	| { readonly kind: 'failed'; readonly why: string };

/** A large model is loaded from the disk first. */
const limitMs = 180_000;

const request: ModelRequest = {
	system: 'You are tried out. Do what is asked by calling the tool, and say nothing else.',
	messages: [{ role: 'user', text: 'Call the tool "note_number" with the number 7.' }],
	tools: [
		{
			name: 'note_number',
			description: 'Notes a number.',
			parameters: {
				type: 'object',
				properties: { number: { type: 'integer' } },
				required: ['number'],
				additionalProperties: false,
			},
		},
	],
};

/** Has the model answer once, as the Brain would be asked. Rejects with the signal's reason alone. */
export async function tryModel(model: Model, signal: AbortSignal): Promise<Trial> {
	try {
		const { calls } = await wholeReply(model, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]));
		return { kind: calls.some(({ name }) => name === 'note_number') ? 'calls' : 'talks' };
	} catch (error) {
		signal.throwIfAborted();
		const isLate = error instanceof Error && error.name === 'TimeoutError';
		return { kind: 'failed', why: isLate ? `no answer within ${limitMs / 1000} s` : operatorMessage(error) };
	}
}

async function wholeReply(model: Model, signal: AbortSignal): Promise<ModelReply> {
	const parts = model.reply(request, signal);
	for (;;) {
		const next = await parts.next();
		if (next.done) return next.value;
	}
}
