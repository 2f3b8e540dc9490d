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
		const [, quote = '', path] = /(?:^|\s)@("?)([^"\n]*)$/.exec(line) ?? [];
		if (path !== undefined && (quote !== '' || !/\s/.test(path))) return completePath(path, quote, { cwd, home });
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

type Places = Pick<CompleteDeps, 'cwd' | 'home'>;

async function completePath(typed: string, quote: string, { cwd, home }: Places): Promise<Completions> {
	const folder = typed.endsWith('/') ? typed : typed.slice(0, typed.length - basename(typed).length);
	const begin = typed.slice(folder.length);
	const expanded = folder.startsWith('~/') ? join(home, folder.slice(1)) : folder;
	const entries = await entriesOf(expanded === '' ? cwd : resolve(cwd, dirname(`${expanded}x`)));
	const hits = entries
		.filter(({ name }) => name.startsWith(begin) && (begin.startsWith('.') || !name.startsWith('.')))
		.toSorted((a, b) => a.name.localeCompare(b.name))
		.slice(0, maxHits)
		.map((entry) => asMention(folder, entry, quote));
	return { hits, on: `@${quote}${typed}` };
}

/** A quoted name is closed once it is whole, so that the next word is not taken into it. */
function asMention(folder: string, entry: Dirent, quote: string): string {
	const path = `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`;
	if (quote === '' && !/\s/.test(path)) return `@${path}`;
	return `@"${path}${entry.isDirectory() ? '' : '"'}`;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
	try {
		const entries = await readdir(folder, { withFileTypes: true });
		return entries.filter(({ name }) => !/["\p{Cc}]/u.test(name));
	} catch {
		return [];
	}
}
