import type { ChatRequest, ScriptFunction } from '../../src/demo/model-server/script.ts';

/** Answers "hi 7" with "answer to hi 7" at once, and "run …" with a `bash` call of `true` before. */
export const echoScript: ScriptFunction = ({ messages }: ChatRequest) => {
	const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
	const isRun = said.includes('run') && messages.at(-1)?.role === 'user';
	if (isRun) return { calls: [{ name: 'bash', arguments: { command: 'true' } }] };
	return { text: answerTo(said) };
};

export function answerTo(said: string): string {
	return `answer to ${said}`;
}
