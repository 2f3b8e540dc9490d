import type { ToolSpec } from '../../model.ts';
import type { WireCall, WireMessage } from '../wire-types.ts';

type ToolMessage = Extract<WireMessage, { role: 'tool' }>;

/**
 * For models whose server or template knows no tools: calls as the text that most families were trained on (and that we read
 * back), the results of one message together as what a person says.
 */
export function callsAsText(wire: readonly WireMessage[]): readonly WireMessage[] {
	return wire.flatMap((message, at): readonly WireMessage[] => {
		if (message.role === 'tool') return wire[at - 1]?.role === 'tool' ? [] : [resultsAsText(resultsFrom(wire, at))];
		return message.role === 'assistant' ? [spoken(message)] : [message];
	});
}

function resultsFrom(wire: readonly WireMessage[], from: number): readonly ToolMessage[] {
	const rest = wire.slice(from);
	const end = rest.findIndex(({ role }) => role !== 'tool');
	return rest.slice(0, end === -1 ? undefined : end).filter((message) => message.role === 'tool');
}

function resultsAsText(results: readonly ToolMessage[]): WireMessage {
	const texts = results.map(({ content }) => `<tool_response>\n${content}\n</tool_response>`);
	return { role: 'user', content: texts.join('\n') };
}

function spoken(message: Extract<WireMessage, { role: 'assistant' }>): WireMessage {
	const { tool_calls: calls = [], content, ...rest } = message;
	return { ...rest, content: [content ?? '', ...calls.map(callAsText)].filter((text) => text !== '').join('\n') };
}

function callAsText({ function: { name, arguments: args } }: WireCall): string {
	return `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${args}}\n</tool_call>`;
}

/** The system prompt that tells of the tools itself. */
export function withToolsTold(system: string, tools: readonly ToolSpec[]): string {
	if (tools.length === 0) return system;
	const told = tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }));
	return `${system}\n\n# Tools\n\nTo use a tool, end your message with one or more calls of this form, exactly:\n<tool_call>\n{"name": "…", "arguments": {…}}\n</tool_call>\nWhat they give comes back within <tool_response>. There are these tools, as JSON Schema:\n${told.join('\n')}`;
}
