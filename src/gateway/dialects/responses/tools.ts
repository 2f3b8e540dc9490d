import { type Allow, byTag, either, isMembers, list, nullOr, object, oneOf, text, truth } from '../read/allow.ts';
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

/** Where the client searches among tools, and answers with those that it found. */
const toolSearch: Allow = (value, notes) => {
	if (!isMembers(value) || value['execution'] !== 'client') return left(value, notes);
	return object({ type: text, execution: text, description: nullOr(text), parameters: schema })(value, notes);
};

const bare = object({ type: text });

/**
 * Tools that the client runs; the others are left out. `shell` is among those: OpenAI can leave it to the client, but OpenRouter runs it itself,
 * whatever environment is asked for (https://openrouter.ai/docs/guides/features/server-tools/shell).
 */
export const tools = list(
	byTag(
		'type',
		{
			function: functionTool,
			custom: customTool,
			namespace,
			local_shell: bare,
			apply_patch: bare,
			tool_search: toolSearch,
		},
		left,
	),
);

const named = object({ type: text, name: text });
const choices = { function: named, custom: named, apply_patch: bare };
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
