import { isFields } from '../model-server/grammar-problem.ts';
import type { ChatRequest, ChatRequestMessage } from '../model-server/script.ts';
import { emptyOf, shapeText } from './shape-text.ts';

/** The names of the files of one request, below the run's folder. */
export interface RequestFiles {
	/** `003-coder-tool_code`. */
	readonly stem: string;
	/** For people, and the body as it came. */
	readonly request: string;
	readonly raw: string;
	/** Where an answer may be written: words, or JSON. */
	readonly text: string;
	readonly json: string;
	/** Says what is wrong with an answer. */
	readonly problem: string;
}

/** The number, the role that is asked, and the name of the form that it is asked for, if there is one. Pure. */
export function filesOf(nth: number, { model, response_format: format }: ChatRequest): RequestFiles {
	const parts = [String(nth).padStart(3, '0'), model, ...(format?.json_schema ? [format.json_schema.name] : [])];
	const stem = parts.map((part) => part.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 60)).join('-');
	return {
		stem,
		request: `${stem}.request.md`,
		raw: `${stem}.request.json`,
		text: `${stem}.answer.md`,
		json: `${stem}.answer.json`,
		problem: `${stem}.problem.txt`,
	};
}

/** An earlier request to the same role, so that what it began with need not be read again. */
export interface Earlier {
	readonly file: string;
	readonly request: ChatRequest;
}

/** A request as a person reads it: what is new first asked for, how to answer, then everything. Pure. */
export function requestText(request: ChatRequest, files: RequestFiles, earlier: Earlier | undefined): string {
	const known = earlier ? sharedMessages(earlier.request, request) : 0;
	const before = known > 0 ? [`_Messages 1 to ${known} are as in ${earlier?.file}._`] : [];
	const messages = request.messages.slice(known).map((message, at) => messageText(message, known + at + 1));
	const sameTools = earlier !== undefined && JSON.stringify(earlier.request.tools) === JSON.stringify(request.tools);
	const parts = [`# ${files.stem}`, howToAnswer(request, files), ...before, ...messages, formText(request)];
	const tools = sameTools && request.tools ? `_The tools are as in ${earlier.file}._` : toolsText(request);
	return `${[...parts, tools].filter((part) => part !== '').join('\n\n')}\n`;
}

function sharedMessages(before: ChatRequest, { messages }: ChatRequest): number {
	const differs = messages.findIndex((one, at) => JSON.stringify(one) !== JSON.stringify(before.messages[at]));
	return differs < 0 ? messages.length : differs;
}

function howToAnswer({ response_format: format, tools }: ChatRequest, { text, json }: RequestFiles): string {
	if (isForm(format)) {
		const example = JSON.stringify(emptyOf(format?.json_schema?.schema));
		return `Answer: ${json}, such as ${example}. In ${text} a field may stand as a fenced block below the JSON without it.`;
	}
	const [tool] = tools ?? [];
	const call = { calls: [{ name: tool?.function.name, arguments: emptyOf(tool?.function.parameters) }] };
	const calls = tool ? `, or ${json}, such as ${JSON.stringify(call)} (words may stand beside: "text")` : '';
	return `Answer: ${text}, plain words${calls}.`;
}

/** Whether a request wants JSON for its answer. Pure. */
export function isForm(format: ChatRequest['response_format']): boolean {
	return format !== undefined && format.type !== 'text';
}

function messageText(
	{ role, content, tool_calls: calls = [], tool_call_id: of }: ChatRequestMessage,
	nth: number,
): string {
	const head = `## ${nth}. ${role}${of === undefined ? '' : ` (answer to ${of})`}`;
	const said = contentText(content);
	const called = calls.map((call) => `→ ${call.function.name} (${call.id}) ${shortened(call.function.arguments)}`);
	return [head, ...(said === '' ? [] : [said]), ...called].join('\n\n');
}

/** Text, and in place of pictures what they are. */
function contentText(content: unknown): string {
	if (typeof content === 'string') return content;
	return Array.isArray(content) ? content.map(partText).join('\n') : '';
}

function partText(part: unknown): string {
	if (!isFields(part)) return '';
	if (typeof part['text'] === 'string') return part['text'];
	const url = isFields(part['image_url']) ? String(part['image_url']['url']) : '';
	return `[picture: ${url.slice(0, 40)}… ${url.length} characters, in the JSON beside this file]`;
}

/** Whoever plays has written them. */
function shortened(json: string): string {
	return json.length <= 400 ? json : `${json.slice(0, 400).toWellFormed()}… (${json.length} characters)`;
}

function formText({ response_format: format }: ChatRequest): string {
	if (!format || !isForm(format)) return '';
	const schema = format.json_schema?.schema;
	return schema === undefined ? '## The answer is one JSON object' : `## The answer is JSON\n\n${shapeText(schema)}`;
}

function toolsText({ tools = [] }: ChatRequest): string {
	if (tools.length === 0) return '';
	const lines = tools.map(({ function: { name, description = '', parameters } }) => {
		return `### ${name}\n\n${description}\n\n${shapeText(parameters)}`;
	});
	return `## Tools\n\n${lines.join('\n\n')}`;
}
