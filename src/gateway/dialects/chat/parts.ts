import { type Allow, byTag, either, isMembers, list, object, oneOf, text } from '../read/allow.ts';
import { inlineUrl } from '../read/inline.ts';
import type { Notes } from '../read/notes.ts';

/** Where prompt caching of Anthropic's models is asked for in this dialect. */
export const cacheControl = object({ type: oneOf('ephemeral'), ttl: oneOf('5m', '1h') });

/** In place of a part, so that the model knows that there was one. */
function leftOut(feature: string, notes: Notes) {
	notes.strip(feature);
	return { type: 'text', text: `(Left out: ${feature}.)` };
}

/** Mistral's clients write the address without an object around it. */
const picture: Allow = (value, notes) => {
	const given = isMembers(value) ? value['image_url'] : undefined;
	const url = inlineUrl(isMembers(given) ? given['url'] : given, ['image/'], notes);
	if (url === undefined) return leftOut('pictures by address', notes);
	const detail = isMembers(given) ? oneOf('auto', 'low', 'high', 'original')(given['detail'], notes) : undefined;
	return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } };
};

const file: Allow = (value, notes) => {
	const given = isMembers(value) && isMembers(value['file']) ? value['file'] : {};
	const data = inlineUrl(given['file_data'], ['application/pdf', 'image/', 'text/'], notes);
	if (data === undefined) return leftOut('file_data' in given ? 'files by address' : 'stored files', notes);
	return { type: 'file', file: { filename: text(given['filename'], notes) ?? 'file', file_data: data } };
};

/** Thinking that Mistral's models sent as a part. */
const thinking = object({ type: text, thinking: either(text, list(object({ type: oneOf('text'), text }))) });

const others: Readonly<Record<string, string>> = {
	input_audio: 'sounds',
	audio_url: 'sounds',
	video_url: 'films by address',
	video: 'films by address',
	file_url: 'files by address',
	document_url: 'files by address',
	file_id: 'stored files',
};

/** Sounds too: some servers take an address where OpenAI takes base64 (https://www.alibabacloud.com/help/en/model-studio/qwen-omni). */
const unknown: Allow = (value, notes) => {
	const kind = isMembers(value) ? value['type'] : undefined;
	return leftOut((typeof kind === 'string' && others[kind]) || 'parts of an unknown kind', notes);
};

/** One part of a message. */
export const chatPart = byTag(
	'type',
	{
		text: object({ type: text, text, cache_control: cacheControl }),
		refusal: object({ type: text, refusal: text }),
		image_url: picture,
		file,
		thinking,
	},
	unknown,
);
