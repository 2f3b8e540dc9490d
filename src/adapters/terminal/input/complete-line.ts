import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CommandInfo } from '../../../agent/commands/syntax/command-info.ts';
import {
	type Completions,
	completeArguments,
	noCompletions,
	takesMore,
} from '../../../agent/commands/syntax/complete-arguments.ts';
import type { Asker } from '../../../chat/place.ts';

export interface CompleteDeps extends Asker {
	readonly commands: readonly CommandInfo[];
	readonly cwd: string;
	readonly home: string;
}

export type CompleteLine = (beforeCursor: string) => Promise<Completions>;

/** More are not of use on a terminal. */
const maxHits = 100;

/** Completes command names, their arguments, and the paths of files after `@`. Never rejects: what cannot be looked up has no completions. */
export function createCompleter({ commands, cwd, home, ...asker }: CompleteDeps): CompleteLine {
	const byName = new Map(commands.map((command) => [command.name, command]));
	return async (line) => {
		const mention = mentioned(line);
		if (mention) return completePath(mention.path, mention.quote, { cwd, home });
		const [, verb] = /^\/([a-z0-9-]*)$/.exec(line) ?? [];
		if (verb !== undefined) return { hits: namesWith(commands, verb), on: line };
		const [, name, prefix = ''] = /^\/([a-z0-9-]+)\s+(.*)$/.exec(line) ?? [];
		return name === undefined ? noCompletions : completeCommand(byName.get(name), prefix, asker);
	};
}

function namesWith(commands: readonly CommandInfo[], prefix: string): readonly string[] {
	return commands
		.filter(({ name }) => name.startsWith(prefix))
		.map((command) => `/${command.name}${takesMore(command) ? ' ' : ''}`)
		.toSorted();
}

async function completeCommand(command: CommandInfo | undefined, text: string, asker: Asker): Promise<Completions> {
	if (command === undefined) return noCompletions;
	try {
		const { hits, on } = await completeArguments(command, text, asker);
		return { hits: hits.slice(0, maxHits), on };
	} catch {
		return noCompletions;
	}
}

/** The path that is being typed, and how a shell would be told that a space is part of it. */
interface TypedMention {
	readonly quote: '"' | "'" | '\\' | '';
	readonly path: string;
}

function mentioned(line: string): TypedMention | undefined {
	const [, quote, inQuotes = ''] = /(?:^|\s)@(["'])((?:(?!\1)[^\n])*)$/.exec(line) ?? [];
	if (quote === '"' || quote === "'") return { quote, path: inQuotes };
	const [, path] = /(?:^|[^\\]\s|^\s)@((?:\\.|[^\s\\"'])*)$/.exec(line) ?? [];
	return path === undefined ? undefined : { quote: path.includes('\\') ? '\\' : '', path };
}

type Places = Pick<CompleteDeps, 'cwd' | 'home'>;

async function completePath(given: string, quote: TypedMention['quote'], { cwd, home }: Places): Promise<Completions> {
	const typed = quote === '\\' ? given.replace(/\\(.)/g, '$1') : given;
	const folder = typed.endsWith('/') ? typed : typed.slice(0, typed.length - basename(typed).length);
	const begin = typed.slice(folder.length);
	const expanded = folder.startsWith('~/') ? join(home, folder.slice(1)) : folder;
	const entries = await entriesOf(expanded === '' ? cwd : resolve(cwd, dirname(`${expanded}x`)));
	const hits = entries
		.filter(({ name }) => name.startsWith(begin) && (begin.startsWith('.') || !name.startsWith('.')))
		.toSorted((a, b) => a.name.localeCompare(b.name))
		.slice(0, maxHits)
		.map((entry) => asMention(folder, entry, quote));
	return { hits, on: `@${quote === '\\' ? '' : quote}${given}` };
}

/** A quoted name is closed once it is whole, so that the next word is not taken into it. */
function asMention(folder: string, entry: Dirent, quote: TypedMention['quote']): string {
	const path = `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`;
	if (quote === '\\') return `@${path.replace(/[\s\\"'()&;]/g, '\\$&')}`;
	if (quote === '' && !/[\s\\']/.test(path)) return `@${path}`;
	const mark = quote === "'" && !path.includes("'") ? "'" : '"';
	return `@${mark}${path}${entry.isDirectory() ? '' : mark}`;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
	try {
		const entries = await readdir(folder, { withFileTypes: true });
		return entries.filter(({ name }) => !/["\p{Cc}]/u.test(name));
	} catch {
		return [];
	}
}
