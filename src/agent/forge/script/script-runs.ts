import { posix } from 'node:path';
import type { Message } from '../../../store/journal.ts';
import { isRecord, parseJson } from '../../model/text/json-text.ts';
import { type Token, tokensOf, type Word } from './shell-words.ts';

/** Standard input of a run: a text, or a file by its path. */
type Stdin = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'file'; readonly path: string };

/** One run of a Python script, as it can be repeated. */
export interface ScriptRun {
	/** Absolute. */
	readonly path: string;
	readonly args: readonly string[];
	readonly stdin: Stdin;
	/** The folder that it ran in. */
	readonly folder: string;
}

/** Calls that are looked at, from the newest back. */
const mostCalls = 200;

/** The Python scripts below /workspace that bash has run in a session, each different run once, oldest first: those that went well. Pure. */
export function scriptRuns(messages: readonly Message[]): readonly ScriptRun[] {
	const good = new Set(messages.flatMap((message) => (message.role === 'tool' && message.ok ? [message.callId] : [])));
	const shell = { folder: '/workspace' };
	const runs = commandsIn(messages).flatMap(({ id, command }) => {
		const found = runsIn(command, shell);
		return good.has(id) ? found : [];
	});
	const newest = new Map(runs.map((run) => [JSON.stringify(run), run]));
	return [...newest.values()];
}

function commandsIn(messages: readonly Message[]): readonly { readonly id: string; readonly command: string }[] {
	const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
	return calls
		.filter(({ name }) => name === 'bash')
		.slice(-mostCalls)
		.flatMap(({ id, arguments: text }) => {
			const given = /python|\.py|\bcd\b/.test(text) ? parseJson(text)?.value : undefined;
			return isRecord(given) && typeof given['command'] === 'string' ? [{ id, command: given['command'] }] : [];
		});
}

/** One program of a command line. */
interface Program {
	readonly words: readonly Word[];
	/** `unknown`: it comes from a program that is not repeated. */
	readonly stdin: Stdin | 'none' | 'unknown';
}

/** bash keeps its folder from one call to the next. */
function runsIn(command: string, shell: { folder: string }): readonly ScriptRun[] {
	return programsIn(tokensOf(command)).flatMap((program) => {
		const words = withoutPrefix(program.words);
		const [first, second] = words;
		if (first?.text === 'cd') {
			if (second?.plain !== false) shell.folder = posix.resolve(shell.folder, second?.text ?? '/workspace');
			return [];
		}
		return runOf(words, program.stdin, shell.folder);
	});
}

const ends = new Set(['&&', '||', ';', '&', '\n', '(', ')', '|', '|&']);

function programsIn(tokens: readonly Token[]): readonly Program[] {
	const programs: Program[] = [];
	let part: Token[] = [];
	let piped: Program | undefined;
	for (const token of [...tokens, { kind: 'operator', text: ';' } as const]) {
		const isEnd = token.kind === 'operator' && ends.has(token.text);
		if (!isEnd) {
			part.push(token);
			continue;
		}
		const program = programOf(part, piped);
		if (program.words.length > 0) programs.push(program);
		piped = token.text.startsWith('|') && token.text !== '||' ? program : undefined;
		part = [];
	}
	return programs;
}

function programOf(tokens: readonly Token[], before: Program | undefined): Program {
	const isTarget = (at: number) => tokens[at - 1]?.kind === 'operator';
	const words = tokens.flatMap((token, at) => (token.kind === 'word' && !isTarget(at) ? [token] : []));
	const given = tokens.flatMap((token, at) => stdinIn(token, tokens[at - 1]) ?? []);
	return { words, stdin: given.at(-1) ?? (before ? printedBy(before) : 'none') };
}

function stdinIn(token: Token, before: Token | undefined): Program['stdin'] | undefined {
	if (token.kind === 'here') return token.plain ? { kind: 'text', text: token.text } : 'unknown';
	return token.kind === 'word' && before?.kind === 'operator' ? redirected(before.text, token) : undefined;
}

function redirected(operator: string, { text, plain }: Word): Program['stdin'] | undefined {
	if (!operator.endsWith('<')) return undefined;
	if (!plain) return 'unknown';
	return operator === '<<<' ? { kind: 'text', text: `${text}\n` } : { kind: 'file', path: text };
}

/** A program's output for the one behind it, of the few that print what they are told. */
function printedBy({ words: [name, ...args] }: Program): Program['stdin'] {
	const texts = args.map(({ text }) => text);
	const [only, other] = texts;
	if (args.some(({ plain }) => !plain) || only === undefined) return 'unknown';
	if (name?.text === 'cat' && other === undefined && !only.startsWith('-')) return { kind: 'file', path: only };
	if (name?.text === 'echo' && !only.startsWith('-')) return { kind: 'text', text: `${texts.join(' ')}\n` };
	const isPlainFormat = name?.text === 'printf' && other === undefined && !/[%\\]/.test(only);
	return isPlainFormat ? { kind: 'text', text: only } : 'unknown';
}

/** Without settings of the environment, and programs that run another one. */
function withoutPrefix(words: readonly Word[]): readonly Word[] {
	const at = words.findIndex(
		({ text }) =>
			!/^[A-Za-z_]\w*=|^(?:time|nice|nohup|env|exec|command|timeout|uv|run|then|do|if|\d+[smh]?)$/.test(text),
	);
	return at < 0 ? [] : words.slice(at);
}

const pythonName = /^(?:\/\S*\/)?python(?:3(?:\.\d+)?)?$/;

function runOf(words: readonly Word[], stdin: Program['stdin'], folder: string): readonly ScriptRun[] {
	const rest = pythonName.test(words[0]?.text ?? '') ? withoutOptions(words.slice(1)) : words;
	const [script, ...args] = rest;
	if (script === undefined || !script.text.endsWith('.py') || stdin === 'unknown') return [];
	if (rest === words && !script.text.includes('/')) return [];
	if (![script, ...args].every(({ plain }) => plain)) return [];
	const path = posix.resolve(folder, script.text);
	if (!path.startsWith('/workspace/') || !/^\/workspace(?:\/|$)/.test(folder)) return [];
	const given: Stdin = stdin === 'none' ? { kind: 'text', text: '' } : stdin;
	return [{ path, args: args.map(({ text }) => text), stdin: given, folder }];
}

/** Those of Python itself; `-c`, `-m` and `-` run no script. */
function withoutOptions(words: readonly Word[]): readonly Word[] {
	const [first] = words;
	if (first === undefined || !first.text.startsWith('-')) return words;
	if (!/^-[a-zA-Z]+$/.test(first.text) || /[cm]$/.test(first.text)) return [];
	return withoutOptions(words.slice(/^-[WX]$/.test(first.text) ? 2 : 1));
}
