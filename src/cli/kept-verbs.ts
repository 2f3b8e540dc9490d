import type { WordArgument } from '../agent/commands/syntax/arguments.ts';
import { toolName, toolVersion } from '../agent/commands/tools/tool-arguments.ts';
import { ProblemError } from '../base/errors.ts';
import { folderOf, splitRule } from '../chat/place.ts';
import { platforms } from '../platforms.ts';
import type { ExportTarget } from '../portable/export.ts';
import type { SessionsRequest } from '../portable/sessions/sessions.ts';
import type { ToolsRequest } from '../portable/tools.ts';
import { type Verb, verb } from './verb.ts';

/** Verbs about all that a data folder keeps. Each resolves with the process's exit code. */
export interface KeptVerbs {
	/** Shows forged tools, or writes one to a file. */
	tools(request: ToolsRequest): Promise<number>;
	/** Shows sessions, copies one, or deletes one. */
	sessions(request: SessionsRequest): Promise<number>;
}

const image = {
	kind: 'word',
	name: 'image',
	help: 'an image of your own (default: the one that the set-up has built)',
	optional: true,
} as const satisfies WordArgument;

/** Verbs about the image of sandboxes. Each resolves with the process's exit code. */
export interface ImageVerbs {
	/** Makes a sandbox of an image and looks at it from inside. */
	checkImage(own: string | undefined, options: { readonly json?: boolean }): Promise<number>;
}

export function imageVerbs({ checkImage }: ImageVerbs): readonly [Verb, ...Verb[]] {
	return [
		verb({
			name: 'check',
			help: 'make a sandbox of an image, and look from inside whether it is closed; SANDBOX_IMAGE takes one that passed',
			arguments: [image],
			flags: [['--json', 'print results, one JSON object a line']],
			run: (values, options: { json?: boolean }) => checkImage(values.image, options),
		}),
		verb({
			name: 'agents',
			help: 'build the image that coding agents run in: with those that are named, else with all; agents --list tells them',
			arguments: [{ kind: 'words', name: 'names', help: 'names of agents', optional: true }],
			flags: [],
			// It needs nothing that is installed: the launcher does it.
			run: () =>
				Promise.reject(new ProblemError('The image of agents is built from outside', 'Run ./threadsmith image agents')),
		}),
	];
}

const sessionId = { kind: 'word', name: 'id', help: 'the id of a session' } as const satisfies WordArgument;

export function sessionVerbs({ sessions }: KeptVerbs): readonly [Verb, ...Verb[]] {
	return [
		verb({
			name: 'list',
			help: 'all sessions, the one used last first',
			arguments: [],
			flags: [],
			run: () => sessions({ action: 'list' }),
		}),
		verb({
			name: 'show',
			help: 'whose a session is, and what is kept of it',
			arguments: [sessionId],
			flags: [],
			run: ({ id }) => sessions({ action: 'show', id }),
		}),
		verb({
			name: 'export',
			help: 'copy a conversation and its files into a folder',
			arguments: [sessionId],
			flags: [['--output <folder>', 'where to; it must not be there yet (default: ./<id>)']],
			run: ({ id }, { output = id }: { output?: string }) => sessions({ action: 'export', id, output }),
		}),
		verb({
			name: 'delete',
			help: 'delete all that is kept of a session, for good; a bot that runs does it itself',
			arguments: [sessionId],
			flags: [['--yes', 'without it, only what would be deleted is told']],
			run: ({ id }, { yes = false }: { yes?: boolean }) => sessions({ action: 'delete', id, yes }),
		}),
	];
}

const catalogs = platforms.map(({ rules: { examples } }) => folderOf(splitRule(examples[0] ?? '').place));
export const where = {
	kind: 'word',
	name: 'where',
	help: `a session id, or a catalog such as ${catalogs.join(' or ')}; session:<id> or catalog:<id> where both are there`,
} as const satisfies WordArgument;

/** Where a tool is looked for: left out, in the session used last. */
const source = { ...where, help: `${where.help} (default: the session used last)`, optional: true } as const;
/** A name that no tool can have is answered with those that are there. */
const name = { ...toolName, form: /^(?!\d+$)\S+$/ };
const wanted = [source, name, { ...toolVersion, help: `${toolVersion.help} (default: the current one)` }] as const;

export function toolVerbs(verbs: KeptVerbs): readonly [Verb, ...Verb[]] {
	return [listVerb(verbs), showVerb(verbs), exportVerb(verbs)];
}

function listVerb({ tools }: KeptVerbs): Verb {
	return verb({
		name: 'list',
		help: 'the tools of a session (default: the one used last) or catalog',
		arguments: [source],
		flags: [],
		run: (values) => tools({ action: 'list', ...values }),
	});
}

function showVerb({ tools }: KeptVerbs): Verb {
	return verb({
		name: 'show',
		help: 'one tool in full',
		arguments: wanted,
		flags: [],
		run: (values) => tools({ action: 'show', ...values }),
	});
}

function exportVerb({ tools }: KeptVerbs): Verb {
	return verb({
		name: 'export',
		help: 'one tool as a standalone script that `uv run --script` runs',
		arguments: wanted,
		flags: [
			['--output <file>', 'where to; - is standard output (default: <name>.py)'],
			['--force', 'replace the file if it is there'],
		],
		run: (values, { output, force = false }: Partial<ExportTarget>) =>
			tools({ action: 'export', ...values, output, force }),
	});
}
