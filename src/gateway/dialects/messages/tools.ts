import { toolFeature } from '../hosted/hosted.ts';
import { type Allow, byTag, isMembers, list, nullOr, number, object, oneOf, text, truth } from '../read/allow.ts';
import { schema } from '../read/schema.ts';
import { isHostedName } from '../read/tools.ts';

/** Where the prompt may be kept for the next request. */
export const cacheControl = nullOr(object({ type: oneOf('ephemeral'), ttl: oneOf('5m', '1h') }));

const common = {
	type: nullOr(text),
	name: text,
	cache_control: cacheControl,
	strict: truth,
	defer_loading: truth,
	input_examples: list(object({})),
};

/** `allowed_callers` is left out: what calls a tool from code runs at the provider. */
const ownTool = object({
	...common,
	description: text,
	input_schema: schema,
	eager_input_streaming: nullOr(truth),
	input_examples: list((value) => (isMembers(value) ? value : undefined)),
});

/** Those that Anthropic describes and the client runs (https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference). */
const clientTypes = /^(?:bash|text_editor|memory)_\d{8}$/;
const clientTool = object({ ...common, max_characters: nullOr(number) });

/** A tool that the client runs: with a schema of its own, or of a type that is known to be the client's. */
const tool: Allow = (value, notes) => {
	const { type, name, input_schema: own } = isMembers(value) ? value : {};
	if (typeof type === 'string' && clientTypes.test(type)) return clientTool(value, notes);
	const isOwn = (type === undefined || type === null || type === 'custom') && !isHostedName(name);
	if (isOwn && isMembers(own)) return ownTool(value, notes);
	notes.strip(toolFeature('messages', type));
	return undefined;
};

/** Tools that the client runs; the others are left out. */
export const tools = list(tool);

/** A tool that comes or goes in the middle of a conversation: one that stands in `tools`, or is defined here. */
export const changedTool = byTag(
	'type',
	{
		tool_reference: object({ type: text, name: text, tool_name: text }),
		tool_definition: (value, notes) => {
			const definition = isMembers(value) ? tool(value['definition'], notes) : undefined;
			return definition === undefined ? undefined : { type: 'tool_definition', definition };
		},
	},
	(_, notes) => notes.strip('remote MCP servers'),
);

/** Which tool is to be called. */
export const toolChoice = object({
	type: oneOf('auto', 'any', 'tool', 'none'),
	name: text,
	disable_parallel_tool_use: truth,
});
