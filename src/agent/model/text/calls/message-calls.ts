import { type Grammar, matchAt } from './grammar.ts';
import { jsonCalls } from './json-calls.ts';
import { namedCall } from './named-calls.ts';

const opening = />>>all\s|<\|recipient\|>all\s*<\|content\|>|<\|START_RESPONSE\|>/y;
const end = /(?:^|\n|(?<=\S))>>>(?=[\w.]+\s*\{)|<\|(?:from|recipient|stop|END_RESPONSE|START_ACTION)\|>|$/g;

/** A message to people beside the calls, of Functionary and Cohere. */
export const saidMessage: Grammar = ({ text }, at) => {
	const opened = matchAt(opening, text, at);
	if (!opened) return undefined;
	const start = at + opened[0].length;
	const next = matchAt(end, text, start)?.index ?? text.length;
	return { calls: [], words: text.slice(start, next), next };
};

/** `Action: name` with `Action Input: {…}` on the next line, or JSON with both. */
export const reactCall: Grammar = (scene, at) => {
	const opened = matchAt(/Action:\s*(?:```(?:json)?\s*)?/y, scene.text, at);
	const start = opened && at + opened[0].length;
	return start === undefined ? undefined : (namedCall(scene, start) ?? jsonCalls(scene, start));
};
