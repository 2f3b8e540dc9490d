import type {
	ChatRequest,
	ChatRequestMessage,
	ScriptedReply,
	ScriptFunction,
} from '../../src/demo/model-server/script.ts';
import { answerTo, commandFor, saidIn } from './conversation.ts';

/** Tries of a tool that a kill has interrupted. */
const mostTries = 5;

/** Answers every message since the last answer by its number, and makes what those of the kind `tool` ask for before. */
export const soakScript: ScriptFunction = ({ messages }: ChatRequest): ScriptedReply => {
	const open = messages.slice(messages.findLastIndex(isAnswer) + 1);
	const said = open.flatMap((message) => (message.role === 'user' ? saidIn(message.content ?? '') : []));
	const digests = digestsIn(open);
	const next = said.find(({ number, kind }) => kind === 'tool' && !digests.has(number));
	if (next && open.filter(({ tool_calls }) => tool_calls !== undefined).length < mostTries) {
		return { calls: [{ name: 'bash', arguments: { command: commandFor(next.number) } }] };
	}
	const answers = said.map(({ number }) => answerTo(number, digests.get(number)));
	const text = answers.length === 0 ? 'There was nothing to answer.' : answers.join('\n\n');
	if (said.some(({ kind }) => kind === 'large')) return { text: `${text}\n\n${filling}` };
	return said.some(({ kind }) => kind === 'long') ? atLength(text) : { text };
};

/** Makes an answer larger than the room that is left; nearly as much as an answer may have. */
const filling = 'One sentence of very many. '.repeat(26_000);

/** Whether a message answers without a call of a tool. A line that stands where none was given says so (model/wire/history/alternating.ts). */
function isAnswer({ role, tool_calls, content }: ChatRequestMessage): boolean {
	return role === 'assistant' && (tool_calls ?? []).length === 0 && !content?.startsWith('(no answer: ');
}

/** The tools' outputs, by the number of the message that they were called for. */
function digestsIn(messages: readonly ChatRequestMessage[]): ReadonlyMap<number, string> {
	const found = new Map<number, string>();
	for (const { tool_calls: calls = [] } of messages) {
		for (const { id, function: called } of calls) {
			const number = Number(/made-(\d+)\.txt/.exec(called.arguments)?.[1]);
			const result = messages.find(({ tool_call_id: of }) => of === id)?.content ?? '';
			const digest = /\b[0-9a-f]{64}\b/.exec(result)?.[0];
			if (digest !== undefined) found.set(number, digest);
		}
	}
	return found;
}

/** In pieces, over a second and a half. */
function atLength(answer: string): ScriptedReply {
	const sentences = Array.from({ length: 15 }, (_, at) => `Sentence ${at + 1} of an answer that takes its time. `);
	return { text: [...sentences, `\n\n${answer}`], chunkDelayMs: 100 };
}
