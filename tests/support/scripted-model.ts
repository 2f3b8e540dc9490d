import type { Model, ModelPart, ModelReply, ModelRequest, StructuredRequest } from '../../src/agent/model/model.ts';

/** One reply of a scripted model: what it says and calls, or what it fails with. */
export interface ScriptedReply {
	readonly text?: string;
	readonly reasoning?: string;
	readonly calls?: readonly { readonly name: string; readonly args: unknown }[];
	readonly fails?: Error;
	/** Streams its text, then waits until the signal fires. */
	readonly hangs?: true;
	/** It was cut at a length limit of ours, with this sentence. */
	readonly cutWhy?: string;
	/** A call that it wrote as text, and that cannot be read. */
	readonly unread?: string;
	/** Another model made it. */
	readonly instead?: ModelReply['instead'];
	/** As its server counts; default: 10 and 5, whatever it was sent. */
	readonly usage?: ModelReply['usage'];
}

export interface ScriptedModel extends Model {
	/** Requests so far, oldest first, without the times at which messages were said, which differ from run to run, and the line that there are no tools. */
	readonly requests: ModelRequest[];
	/** Those requests as they were made. */
	readonly whole: ModelRequest[];
	readonly asked: StructuredRequest<unknown>[];
}

/** A model in the process: replies in order; a request beyond the script fails. `answers` are the values of structured requests. */
export function scriptedModel(replies: readonly ScriptedReply[], answers: readonly unknown[] = []): ScriptedModel {
	const requests: ModelRequest[] = [];
	const whole: ModelRequest[] = [];
	const asked: StructuredRequest<unknown>[] = [];
	return {
		name: 'scripted',
		requests,
		whole,
		asked,
		async *reply(request, signal) {
			requests.push(withoutTimes(request));
			whole.push(request);
			const reply = replies[requests.length - 1];
			if (!reply) throw new Error(`No reply ${requests.length} in the script`);
			if (reply.fails) throw reply.fails;
			yield* parts(reply);
			if (reply.hangs) await aborted(signal);
			return wholeReply(reply);
		},
		ask: async (request) => {
			asked.push(request);
			return { value: request.schema.parse(answers[asked.length - 1]) };
		},
	};
}

function withoutTimes(request: ModelRequest): ModelRequest {
	const messages = request.messages.map((one) => ({
		...one,
		text: one.text.replace(/^\[Time: .*\]\n/m, '').replace(/^\[Forged tools: none in .*\]\n/, ''),
	}));
	return { ...request, messages };
}

function* parts({ text, reasoning }: ScriptedReply): Generator<ModelPart> {
	if (reasoning) yield { type: 'reasoning', delta: reasoning };
	if (text) yield { type: 'text', delta: text };
}

function wholeReply({
	text = '',
	reasoning = '',
	calls = [],
	cutWhy,
	unread,
	instead,
	usage,
}: ScriptedReply): ModelReply {
	const wired = calls.map(({ name, args }, index) => ({ id: `wire-${index}`, name, arguments: JSON.stringify(args) }));
	return {
		text,
		reasoning,
		calls: wired,
		usage: usage ?? { inputTokens: 10, outputTokens: 5 },
		cut: cutWhy !== undefined,
		...(cutWhy && { cutWhy }),
		...(unread !== undefined && { unread }),
		...(instead && { instead }),
	};
}

function aborted(signal: AbortSignal): Promise<never> {
	const { promise, reject } = Promise.withResolvers<never>();
	if (signal.aborted) reject(signal.reason);
	signal.addEventListener('abort', () => reject(signal.reason), { once: true });
	return promise;
}
