import {
	type Allow,
	byTag,
	either,
	isMembers,
	list,
	matching,
	nullOr,
	object,
	oneOf,
	text,
	truth,
} from '../read/allow.ts';
import { schema } from '../read/schema.ts';
import { hostedTool, isHostedName } from '../read/tools.ts';

const left = hostedTool('responses');

/** `allowed_callers` is left out: what calls a tool from a program runs at the provider. */
const ownFunction = object({
	type: text,
	name: text,
	description: nullOr(text),
	parameters: nullOr(schema),
	strict: nullOr(truth),
	output_schema: schema,
	defer_loading: truth,
});

const functionTool: Allow = (value, notes) =>
	isMembers(value) && isHostedName(value['name']) ? left(value, notes) : ownFunction(value, notes);

const customTool = object({
	type: text,
	name: text,
	description: text,
	format: object({ type: oneOf('text', 'grammar'), syntax: text, definition: text }),
	defer_loading: truth,
});

/** Functions under one name: the client runs them. Codex sends those of its MCP servers and of its sub-agents so. */
const namespace = object({
	type: text,
	name: text,
	description: text,
	tools: list(byTag('type', { function: functionTool, custom: customTool }, left)),
});

/** The type of an environment in which the client runs commands, on its own machine. */
export const ownMachine = /^local$/;

/** The client runs it only in an environment of its own; else it is a container of the provider's (https://platform.openai.com/docs/guides/tools-shell). */
const shell: Allow = (value, notes) => {
	const environment = isMembers(value) ? value['environment'] : undefined;
	const own = object({ type: matching(ownMachine) })(environment, notes);
	if (!isMembers(own) || !('type' in own)) return left(value, notes);
	return { type: 'shell', environment: own };
};

/** Where the client searches among tools, and answers with those that it found. */
const toolSearch: Allow = (value, notes) => {
	if (!isMembers(value) || value['execution'] !== 'client') return left(value, notes);
	return object({ type: text, execution: text, description: nullOr(text), parameters: schema })(value, notes);
};

const bare = object({ type: text });

/** Tools that the client runs; the others are left out. */
export const tools = list(
	byTag(
		'type',
		{
			function: functionTool,
			custom: customTool,
			namespace,
			local_shell: bare,
			shell,
			apply_patch: bare,
			tool_search: toolSearch,
		},
		left,
	),
);

const named = object({ type: text, name: text });
const choices = { function: named, custom: named, apply_patch: bare, shell: bare };
const none: Allow = () => undefined;

/** Which tool is to be called. */
export const toolChoice = either(
	oneOf('none', 'auto', 'required'),
	byTag(
		'type',
		{
			...choices,
			allowed_tools: object({
				type: text,
				mode: oneOf('auto', 'required'),
				tools: list(byTag('type', { ...choices, namespace: named }, none)),
			}),
		},
		none,
	),
);
