import type { ScriptedReply } from '../../../model-server/script.ts';
import { countedOf, joined, piecesOf } from '../counted.ts';
import type { AnswerFacts } from '../dialect.ts';
import { thoughtSignature } from './gemini-contents.ts';

type Part = Readonly<Record<string, unknown>>;

/** A streamed answer, by https://ai.google.dev/api/generate-content: a response a piece, the last one with the reason for the end and the whole usage. */
export function contentStream(reply: ScriptedReply, facts: AnswerFacts): readonly string[] {
	const parts = partsOf(reply, facts, piecesOf);
	const chunks = parts.map((part, at) => responseOf([part], reply, facts, at === parts.length - 1));
	const all = chunks.length > 0 ? chunks : [responseOf([{ text: '' }], reply, facts, true)];
	if (facts.conversation.delivery === 'events') return all.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`);
	return all.map((chunk, at) => `${at === 0 ? '[' : ','}${JSON.stringify(chunk)}${at === all.length - 1 ? ']' : '\n'}`);
}

export function wholeContent(reply: ScriptedReply, facts: AnswerFacts): unknown {
	return responseOf(
		partsOf(reply, facts, (text) => [joined(text)].filter(Boolean)),
		reply,
		facts,
		true,
	);
}

function responseOf(parts: readonly Part[], reply: ScriptedReply, facts: AnswerFacts, isLast: boolean) {
	const { input, output, reasoning } = countedOf(reply, facts);
	const counts = {
		promptTokenCount: input,
		...(isLast && { candidatesTokenCount: output - reasoning }),
		totalTokenCount: isLast ? input + output : input,
		promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
		...(isLast && reasoning > 0 && { thoughtsTokenCount: reasoning }),
	};
	return {
		candidates: [{ content: { parts, role: 'model' }, ...(isLast && { finishReason: finishOf(reply) }), index: 0 }],
		...(reply.usage !== null && { usageMetadata: counts }),
		modelVersion: facts.conversation.model,
		responseId: 'script',
	};
}

type Pieces = (text: ScriptedReply['text']) => readonly string[];

function partsOf(reply: ScriptedReply, { conversation, newId }: AnswerFacts, pieces: Pieces): readonly Part[] {
	const wantsIds = /gemini-(?:[3-9]|\d\d)/.test(conversation.model);
	return [
		...pieces(reply.reasoning).map((text) => ({ text, thought: true })),
		...pieces(reply.text).map((text) => ({ text })),
		...(reply.calls ?? []).map(({ name, arguments: args, id }, at) => ({
			functionCall: { name, args, ...(wantsIds && { id: id ?? newId('call') }) },
			...(at === 0 && { thoughtSignature }),
		})),
	];
}

/** Scripts speak of the end in OpenAI's words; calls end like text. */
function finishOf({ finish }: ScriptedReply): string {
	if (finish === 'length') return 'MAX_TOKENS';
	return finish === undefined || finish === 'stop' || finish === 'tool_calls' ? 'STOP' : finish;
}
