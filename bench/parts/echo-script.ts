import type { ChatRequest, ScriptFunction } from '../../src/demo/model-server/script.ts';

/** Answers "hi 7" with "answer to hi 7" at once, and "run …" with a `bash` call of `true` before. */
export const echoScript: ScriptFunction = ({ messages }: ChatRequest) => {
	const said = wordsIn(messages.findLast(({ role }) => role === 'user')?.content ?? '');
	const isRun = said.includes('run') && messages.at(-1)?.role === 'user';
	if (isRun) return { calls: [{ name: 'bash', arguments: { command: 'true' } }] };
	return { text: answerTo(said) };
};

/** Without the lines in brackets, which are not the person's. */
function wordsIn(text: string): string {
	return text.replaceAll(/^\[.*\]\n?/gm, '').trim();
}

export function answerTo(said: string): string {
	return `answer to ${said}`;
}
