import type { Message } from '../../../store/journal.ts';
import { isRecord, parseJson } from '../../model/text/json-text.ts';
import { ownWords } from '../../session/own-words.ts';
import { type ScriptRun, scriptRuns } from './script-runs.ts';

/** Messages that are looked back upon, and from which share of its words on one is like another. */
const mostMessages = 10;
const likeness = 0.6;
const fewestWords = 3;

/**
 * Tells the Brain, with a message, of a script that could be a tool: it ran for a message like this one, or on several inputs. Once for each
 * script, and not of one that was made a tool. Pure.
 */
export function scriptReminder(messages: readonly Message[], text: string): string | undefined {
	const runs = scriptRuns(messages);
	if (runs.length === 0) return undefined;
	const paths = [...runsForLike(messages, text), ...runOften(runs)].map(({ path }) => path);
	const path = paths.find((one) => !isKnown(one, messages));
	return path && `${path} ${reminder}`;
}

const reminder = 'was of use more than once: forge_from_script makes a tool of it, and next time a call of that does';

function runOften(runs: readonly ScriptRun[]): readonly ScriptRun[] {
	return runs.filter(({ path }, at) => runs.findIndex((other) => other.path === path) < at);
}

function runsForLike(messages: readonly Message[], text: string): readonly ScriptRun[] {
	const words = new Set(wordsOf(theirWords(text)));
	if (words.size < fewestWords) return [];
	const asked = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
	return asked.slice(-mostMessages).flatMap((from, index, all) => {
		const said = new Set(wordsOf(theirWords(messages[from]?.text ?? '')));
		const shared = [...words].filter((word) => said.has(word)).length;
		return shared / (words.size + said.size - shared) >= likeness
			? scriptRuns(messages.slice(from, all[index + 1]))
			: [];
	});
}

/** Words by their beginnings, which endings leave as they are: stemmers would be loaded with the first message. */
function wordsOf(text: string): readonly string[] {
	return (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.slice(0, 6));
}

/** Lines in brackets are ours, and the same with each message. */
function theirWords(text: string): string {
	return ownWords(text)
		.slice(0, 4_000)
		.split('\n')
		.filter((line) => !line.startsWith('['))
		.join('\n');
}

function isKnown(path: string, messages: readonly Message[]): boolean {
	return messages.some((message) => {
		if (message.role === 'user') return message.text.includes(`${path} ${reminder}`);
		return (
			message.role === 'assistant' &&
			message.calls.some((call) => call.name === 'forge_from_script' && names(call.arguments, path))
		);
	});
}

function names(args: string, path: string): boolean {
	const given = parseJson(args)?.value;
	const said = isRecord(given) ? given['path'] : undefined;
	return typeof said === 'string' && path.endsWith(said.replace(/^\.?\//, ''));
}
