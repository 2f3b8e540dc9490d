import type { ChatRequest, ScriptedReply } from '../../../src/demo/model-server/script.ts';

/** Something that is said once and has to be known ever after, every so many turns. */
export const factEvery = 40;
/** A Summarizer that is told of no more of them than this keeps all. */
const mostFacts = 100;

export function factOf(nth: number): string {
	return `FACT-${1000 + nth}: the word of ${nth} is w${(nth * 7919) % 10_007}`;
}

/** The words of a turn: 300 to 1,500 characters, and now and then a fact. Pure. */
export function wordsOf(turn: number): string {
	const padding = 'Then look at the next part of it, please. '.repeat(6 + (turn % 7) * 5);
	const fact = turn % factEvery === 0 ? `${factOf(turn / factEvery)}. ` : '';
	return `Request ${turn}. ${fact}${padding}`;
}

/** The Brain calls a tool once a turn, whose result is long, and then answers with the number of the request. Pure. */
export function brainReply({ messages }: ChatRequest): ScriptedReply {
	const last = messages.at(-1);
	const asked = messages.findLast(({ role, content }) => role === 'user' && /^.*Request \d+\./ms.test(content ?? ''));
	const turn = /Request (\d+)\./.exec(asked?.content ?? '')?.[1] ?? '?';
	if (last?.role === 'tool') return { text: `Answer ${turn}` };
	return { calls: [{ name: 'bash', arguments: { command: `part ${turn}` } }] };
}

/** The Summarizer keeps what begins like a fact, and errs as real ones do: it answers with prose, with a file that is not there, or not at all. Pure. */
export function summarizerReply(request: ChatRequest, nth: number): ScriptedReply {
	if (nth % 11 === 5) return { error: { status: 400, message: 'Bad gateway' } };
	if (nth % 7 === 3) return { text: 'It was a long conversation.' };
	const words = request.messages.map(({ content }) => content ?? '').join('\n');
	const facts = [...new Set(words.match(/FACT-\d+: the word of \d+ is w\d+/g) ?? [])].slice(-mostFacts);
	const files = nth % 5 === 2 ? ['/outputs/never-made.csv'] : [];
	const sections = { goal: 'Work through the parts', constraints: [], done: [], open: [], decisions: [], files };
	return { text: JSON.stringify({ ...sections, tools: [], errors: [], exact: facts, next: 'The next part' }) };
}
