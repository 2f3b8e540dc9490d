import { featureOf } from '../hosted/hosted.ts';
import {
	type Allow,
	asksFor,
	byTag,
	either,
	type Fields,
	free,
	isMembers,
	list,
	nullOr,
	object,
	oneOf,
	text,
	truth,
} from '../read/allow.ts';
import { base64, inlineUrl } from '../read/inline.ts';
import type { Notes } from '../read/notes.ts';
import { schema } from '../read/schema.ts';
import { tools } from './tools.ts';

const status = oneOf('in_progress', 'completed', 'incomplete');

function leftOut(feature: string, notes: Notes) {
	notes.strip(feature);
	return { type: 'input_text', text: `(Left out: ${feature}.)` };
}

const picture: Allow = (value, notes) => {
	const given = isMembers(value) ? value : {};
	const url = inlineUrl(given['image_url'], ['image/'], notes);
	if (url === undefined) return leftOut(asksFor(given['file_id']) ? 'stored files' : 'pictures by address', notes);
	const detail = oneOf('auto', 'low', 'high', 'original')(given['detail'], notes);
	return { type: 'input_image', image_url: url, ...(detail !== undefined && { detail }) };
};

const documents = ['application/pdf', 'image/', 'text/'];

const file: Allow = (value, notes) => {
	const given = isMembers(value) ? value : {};
	const data = inlineUrl(given['file_data'], documents, notes) ?? base64(given['file_data'], 'application/pdf', notes);
	if (data === undefined) return leftOut(asksFor(given['file_id']) ? 'stored files' : 'files by address', notes);
	return { type: 'input_file', filename: text(given['filename'], notes) ?? 'file', file_data: data };
};

const written = object({ type: text, text });
const unknownPart: Allow = (value, notes) =>
	leftOut(isMembers(value) && value['type'] === 'input_audio' ? 'sounds' : 'parts of an unknown kind', notes);

/** Servers want these lists in an answer that is handed back; what stood in them they do not need. */
const emptied = list(() => undefined);
const answered = object({ type: text, text, annotations: emptied, logprobs: emptied });

const part = byTag(
	'type',
	{
		input_text: written,
		output_text: answered,
		text: written,
		refusal: object({ type: text, refusal: text }),
		input_image: picture,
		input_file: file,
	},
	unknownPart,
);
const content = either(text, list(part));

const message = object({
	type: text,
	role: oneOf('user', 'assistant', 'system', 'developer'),
	content,
	id: text,
	status,
	phase: text,
});

/** By its id alone it would be one that the provider keeps. */
const reasoning: Allow = (value, notes) => {
	const given = isMembers(value) ? value : {};
	const stays = ['encrypted_content', 'content', 'summary'].some((name) => asksFor(given[name]));
	return stays ? thought(given, notes) : undefined;
};
const thought = object({
	type: text,
	id: text,
	summary: list(written),
	content: nullOr(list(written)),
	encrypted_content: nullOr(text),
	status,
});

const call = { type: text, id: text, call_id: text, name: text, namespace: text, status };
const output = { type: text, id: text, call_id: text, name: text, output: content, status };

/** Items of a conversation of which the client holds everything itself. */
const items: Fields = {
	message,
	reasoning,
	function_call: object({ ...call, arguments: text }),
	function_call_output: object(output),
	custom_tool_call: object({ ...call, input: text }),
	custom_tool_call_output: object(output),
	local_shell_call: object({ ...call, action: free }),
	local_shell_call_output: object({ ...output, output: text }),
	apply_patch_call: object({ ...call, operation: free }),
	apply_patch_call_output: object({ ...output, output: text }),
	tool_search_call: object({ ...call, execution: oneOf('client'), arguments: free }),
	tool_search_output: object({ ...output, execution: oneOf('client'), tools }),
	additional_tools: object({ type: text, id: text, role: oneOf('developer'), tools }),
	agent_message: object({ type: text, author: text, recipient: text, content }),
	compaction: object({ type: text, id: text, encrypted_content: text }),
};

const unknownItem: Allow = (value, notes) => {
	if (!isMembers(value)) return undefined;
	const type = value['type'];
	if (type === undefined && 'role' in value) return message(value, notes);
	if (type === 'item_reference') notes.refuse(noReferences);
	const feature = typeof type === 'string' ? featureOf('responses', 'item', type) : undefined;
	if (feature !== undefined) notes.strip(feature);
	return undefined;
};

/** Why nothing that the provider keeps may be referred to. */
export const noReferences =
	'Nothing of an earlier request is kept at the provider: send the whole conversation, without previous_response_id, conversation or item references.';

/** A conversation: a text, or its items. Those of a hosted tool are left out: none was ever run for this client. */
export const input = either(text, list(byTag('type', items, unknownItem)));

/** How an answer is to be written. */
export const textOptions = object({
	verbosity: oneOf('low', 'medium', 'high'),
	format: object({
		type: oneOf('text', 'json_object', 'json_schema'),
		name: text,
		description: text,
		schema,
		strict: nullOr(truth),
	}),
});
