import { closestName } from '../../../base/text/closest-name.ts';
import { isStopWord } from '../../intake/said.ts';
import { terminalCommands } from '../platform-commands.ts';

/** A line that was typed, by what it asks for. */
export type TypedLine =
	| { readonly kind: 'empty' }
	| { readonly kind: 'leave' }
	| { readonly kind: 'output' }
	| { readonly kind: 'stop' }
	| { readonly kind: 'command'; readonly name: string; readonly args: string }
	| { readonly kind: 'unknown-command'; readonly name: string }
	| { readonly kind: 'message'; readonly text: string };

const ownNames = terminalCommands.own.map(({ name }) => name);
const showing = 'output';
const helping = 'help';

/**
 * Reads a line. `/word …` is a command when `names` has it, at most a mistyped one otherwise; a path (`/tmp/x.csv is broken`) or
 * a line that begins with a space is a message. The bare word that stops is told apart, whether or not there is something to stop.
 */
export function parseLine(line: string, names: ReadonlySet<string>): TypedLine {
	const text = line.trim();
	if (text === '') return { kind: 'empty' };
	if (isStopWord(text)) return { kind: 'stop' };
	if (line.trimEnd() === '/?' && names.has(helping)) return { kind: 'command', name: helping, args: '' };
	const verb = /^\/([a-z][a-z0-9-]*)([.!]*)(?:\s+([\s\S]*))?$/i.exec(line.trimEnd());
	const [, word = '', mark = '', args = ''] = verb ?? [];
	const name = word.toLowerCase();
	if (verb === null || (mark !== '' && !names.has(name))) return { kind: 'message', text };
	if (name === showing) return { kind: 'output' };
	if (ownNames.includes(name)) return { kind: 'leave' };
	return names.has(name) ? { kind: 'command', name, args: args.trim() } : { kind: 'unknown-command', name };
}

/** Whether a line is to stop what runs before the lines ahead of it are taken. */
export function asksToStop(line: string): boolean {
	return isStopWord(line.replace(/^\s*\//, ''));
}

/** A sentence about a command that there is not, with the one that was probably meant. */
export function noSuchCommand(name: string, names: Iterable<string>): string {
	const known = [...names, ...ownNames];
	const [begun, ...others] = known.filter((one) => one.startsWith(name));
	const meant = begun !== undefined && others.length === 0 ? begun : closestName(name, known);
	const guess = meant === undefined ? ';' : `; did you mean /${meant}?`;
	return `There is no command /${name}${guess} /help lists them`;
}
