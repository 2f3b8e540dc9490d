import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutTokens } from '../src/adapters/slack/slack-logger.ts';
import { findMentions } from '../src/adapters/terminal/input/find-mentions.ts';
import { parseCommand } from '../src/agent/commands/syntax/parse-command.ts';
import { actionCalled } from '../src/agent/commands/syntax/read-arguments.ts';
import { readPackages } from '../src/agent/forge/bash-packages/read-packages.ts';
import { leaksIn } from '../src/agent/forge/share/own-data.ts';
import { withoutMain } from '../src/agent/forge/static/main-block.ts';
import { readLiteral } from '../src/agent/model/text/calls/literals.ts';
import { taggedCall } from '../src/agent/model/text/calls/tagged-calls.ts';
import { partsOf } from '../src/agent/model/text/fences/fences.ts';
import { createMender } from '../src/agent/model/text/mend-json.ts';
import { withoutRequest } from '../src/agent/model/wire/hide-secrets.ts';
import { withoutQuotations } from '../src/agent/model/wire/problem/quotations.ts';
import { answerIn } from '../src/agent/session/asking-words.ts';
import { fitToSchema } from '../src/base/schema/fit.ts';
import { parseFollow } from '../src/git/follow/follow-address.ts';
import { inert } from '../src/git/text/inert.ts';
import { createLinks } from '../src/git/tree/import/links.ts';
import { isDotGit } from '../src/git/tree/rules/dot-git.ts';
import { isLinear } from './support/repeated-text.ts';

const group = { name: 'a', help: 'a', subcommands: [{ name: 'b', help: 'b', arguments: [] }] } as const;
const schema = { type: 'object', properties: { count: { type: 'integer' } } };
const links = () => createLinks({ files: new Map(), kept: [], keptPaths: [] }, 1);

it.each<readonly [what: string, repeated: string, end: string, act: (text: string) => unknown]>([
	['marks before a word that is no command', '!', 'x', (text) => parseCommand(text, [])],
	['marks in a word of a command', '!', 'x', (text) => actionCalled(group, text)],
	['marks in an answer', '!', 'x', (text) => answerIn(text, { kind: 'choices', choices: ['Yes'] })],
	['brackets in a cell', '"]', 'x', (text) => leaksIn(`x${text}`, new Set())],
	['blanks in the last line of code', ' ', 'x', (text) => withoutMain(`if${text}`)],
	['digits that are no number', '0', 'x', (text) => readLiteral(text, 0)],
	['tildes that are no fence', '~', '\u2028', partsOf],
	['blanks in a refusal', ' ', 'x', withoutRequest],
	['blanks for a number', ' ', 'x', (text) => fitToSchema(schema, { count: text })],
	['tokens without end', '.xapp', ' ', withoutTokens],
	['backslashes in a line for a code host', '\\', 'x', inert],
	['a link to a name without end', 'a', '', (text) => links().add('link', text, true)],
	['blanks in the name of a file', ' ', 'x', isDotGit],
	['marks behind a file that is named', ',', 'x', (text) => findMentions(`@a${text}`)],
	['marks of Markdown behind one', '_', 'x', (text) => findMentions(`\`@a${text}`)],
	['slashes in an address to follow', '/', 'x', parseFollow],
])('twice as many %s take twice the time', (_, repeated, end, act) => {
	expect(isLinear((characters) => repeated.repeat(characters / repeated.length) + end, act)).toBe(true);
});

it('twice as many blanks in the brackets of a package take twice the time', () => {
	expect(isLinear((characters) => `x[${' '.repeat(characters / 60)}]`, readPackages)).toBe(true);
});

it('twice as many blanks behind the beginning of an argument take twice the time', () => {
	const scene = { knows: () => true, mender: createMender(), effort: { left: Number.POSITIVE_INFINITY } };
	const call = (open: string) => (characters: number) =>
		`<function=a><parameter=${open}${' '.repeat(characters / 60)}<`;
	for (const open of ['', '"', 'b', 'b c='])
		expect(isLinear(call(open), (text) => taggedCall({ ...scene, text }, 0))).toBe(true);
});

it('twice as many backslashes before quotation marks in a refusal take twice the time', () => {
	const pairs = (characters: number) => '\\\\"'.repeat(characters / 5_000);
	for (const mark of ["'", '`', '“'])
		expect(isLinear((characters) => `${mark}${pairs(characters)}"`, withoutQuotations)).toBe(true);
});

it.each<readonly [what: string, act: (text: string) => string, words: readonly string[], pattern: RegExp, by: string]>([
	[
		'of a request that is quoted',
		withoutRequest,
		[',', ' ', '"', 'input', '_value', ':', 'x', '\n'],
		/,?\s*['"]?input(_value)?['"]?\s*[:=].*$/s,
		'',
	],
	[
		"of Slack's tokens",
		withoutTokens,
		['xoxb', 'xapp', '-', '.', 'a', ' ', 'é'],
		/\bx(?:ox[a-z]|app|oxe)[\w.-]*-[\w-]+/g,
		'xox…',
	],
])('takes out all %s that one pattern would', (_, act, words, pattern, by) => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...words), { maxLength: 14 }), (parts) => {
			expect(act(parts.join(''))).toBe(parts.join('').replace(pattern, by));
		}),
	);
});
