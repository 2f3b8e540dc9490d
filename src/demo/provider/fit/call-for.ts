import { isFields } from '../../model-server/grammar-problem.ts';
import type { ScriptedCall } from '../../model-server/script.ts';
import type { OfferedTool } from '../conversation.ts';
import type { Act } from '../step.ts';
import { patchFor } from './patch-for.ts';
import { sampleOf, typeOf } from './sample-of.ts';
import { commandFor } from './shell-words.ts';

type FunctionTool = Extract<OfferedTool, { readonly kind: 'function' }>;

/** Fields that agents' tools have, by what they hold: each name was seen in a tool's schema. */
const fields = {
	path: ['path', 'file_path', 'filePath', 'absolute_path', 'filepath', 'filename'],
	content: ['content', 'contents', 'file_text', 'text'],
	before: ['old_string', 'oldString', 'old_str', 'oldText'],
	after: ['new_string', 'newString', 'new_str', 'newText'],
	command: ['command', 'cmd', 'script'],
} as const;
type Held = keyof typeof fields;

/** How a tool is found that does such a step: by its name, and by the fields that it must have. */
const wants: Readonly<Record<Act['kind'], { readonly named: RegExp; readonly holds: readonly Held[] }>> = {
	write: { named: /write|create/i, holds: ['path', 'content'] },
	replace: { named: /edit|replace/i, holds: ['path', 'before', 'after'] },
	read: { named: /^(?:read|view|cat)(?!\w*image)/i, holds: ['path'] },
	run: { named: /bash|shell|exec|terminal|command/i, holds: ['command'] },
};

/**
 * The call that does a step, made of the tools that a client offers: by its tool for files where there is one, else by a patch, else by its
 * shell. Undefined: nothing offered can do it. Pure.
 */
export function callFor(step: Act, tools: readonly OfferedTool[]): ScriptedCall | undefined {
	const own = fittingCall(step, tools) ?? patchFor(step, tools);
	if (own !== undefined || step.kind === 'run') return own;
	return fittingCall({ kind: 'run', command: commandFor(step) }, tools);
}

function fittingCall(step: Act, tools: readonly OfferedTool[]): ScriptedCall | undefined {
	const { named, holds } = wants[step.kind];
	for (const tool of tools) {
		if (tool.kind !== 'function' || !named.test(tool.name)) continue;
		const args = argumentsFor(step, holds, tool);
		if (args !== undefined) return { name: tool.name, arguments: args };
	}
	return undefined;
}

type Arguments = Readonly<Record<string, unknown>>;

function argumentsFor(step: Act, holds: readonly Held[], { schema }: FunctionTool): Arguments | undefined {
	const properties = isFields(schema) && isFields(schema['properties']) ? schema['properties'] : {};
	const found = holds.map((held) => [held, nameOf(held, properties)] as const);
	const args: Record<string, unknown> = {};
	for (const [held, name] of found) {
		if (name !== undefined) args[name] = heldBy(step, held, properties[name]);
	}
	const lacking = found.flatMap(([held, name]) => (name === undefined ? [held] : []));
	if (lacking.length > 0 && !editsHold(lacking, properties, args, step)) return undefined;
	return { ...required(schema, properties, step), ...args };
}

function nameOf(held: Held, properties: Arguments): string | undefined {
	return fields[held].find((name) => properties[name] !== undefined);
}

function heldBy(step: Act, held: Held, schema: unknown): unknown {
	const value = held in step ? String(step[held as keyof Act]) : '';
	// A program and its words instead of one line: a shell is called by hand
	return held === 'command' && typeOf(schema) === 'array' ? ['bash', '-lc', value] : value;
}

/** Some have a list of changes: it holds what the tool itself does not. */
function editsHold(lacking: readonly Held[], properties: Arguments, args: Record<string, unknown>, step: Act): boolean {
	const edits = properties['edits'];
	if (!isFields(edits) || !isFields(edits['items']) || !isFields(edits['items']['properties'])) return false;
	const inner = edits['items']['properties'];
	const names = lacking.map((held) => [held, nameOf(held, inner)] as const);
	if (names.some(([, name]) => name === undefined)) return false;
	args['edits'] = [Object.fromEntries(names.map(([held, name]) => [name, heldBy(step, held, {})]))];
	return true;
}

/** Fields that it must have besides, as small as can be: a sentence where words are wanted. */
function required(schema: unknown, properties: Arguments, step: Act): Arguments {
	const names = isFields(schema) && Array.isArray(schema['required']) ? schema['required'].map(String) : [];
	return Object.fromEntries(names.map((name) => [name, filler(properties[name], step)]));
}

function filler(schema: unknown, step: Act): unknown {
	const isWords = typeOf(schema) === 'string' && isFields(schema) && schema['enum'] === undefined;
	return isWords ? `To ${step.kind} as planned` : sampleOf(schema);
}
