import { featureOf } from '../hosted/hosted.ts';
import { type Allow, byTag, either, free, isMembers, list, nullOr, object, oneOf, text, truth } from '../read/allow.ts';
import { base64 } from '../read/inline.ts';
import type { Notes } from '../read/notes.ts';
import { cacheControl, changedTool } from './tools.ts';

function leftOut(feature: string, notes: Notes) {
	notes.strip(feature);
	return { type: 'text', text: `(Left out: ${feature}.)` };
}

const citations = object({ enabled: truth });
const textBlock = object({ type: text, text, cache_control: cacheControl });

/** Base64 of a media type that begins with `kind`. */
function inline(kind: string): Allow {
	return (value, notes) => {
		const given = isMembers(value) ? value : {};
		const mediaType = given['media_type'];
		if (typeof mediaType !== 'string' || !mediaType.startsWith(kind)) return undefined;
		const data = base64(given['data'], mediaType, notes);
		return data === undefined ? undefined : { type: 'base64', media_type: mediaType, data };
	};
}

const none: Allow = () => undefined;
const pictureSource = byTag('type', { base64: inline('image/') }, none);

/** A block with a source that is inline; in place of another one, words. */
function sourced(source: Allow, rest: Allow, feature: string): Allow {
	return (value, notes) => {
		const given = isMembers(value) ? value['source'] : undefined;
		const kept = source(given, notes);
		const stored = isMembers(given) && given['type'] === 'file';
		if (kept === undefined) return leftOut(stored ? 'stored files' : feature, notes);
		return { ...(rest(value, notes) as object), source: kept };
	};
}

const image = sourced(pictureSource, object({ type: text, cache_control: cacheControl }), 'pictures by address');

const documentSource = byTag(
	'type',
	{
		base64: inline('application/pdf'),
		text: object({ type: text, media_type: oneOf('text/plain'), data: text }),
		content: object({ type: text, content: either(text, list(byTag('type', { text: textBlock, image }, none))) }),
	},
	none,
);
const document = sourced(
	documentSource,
	object({ type: text, title: nullOr(text), context: nullOr(text), citations, cache_control: cacheControl }),
	'files by address',
);

const searchResult = object({
	type: text,
	source: text,
	title: text,
	content: list(textBlock),
	citations,
	cache_control: cacheControl,
});

/** Blocks that nobody knows, and those of hosted tools, of which none was ever run for this client. */
const unknownBlock: Allow = (value, notes) => {
	const type = isMembers(value) ? value['type'] : undefined;
	const feature = typeof type === 'string' ? featureOf('messages', 'part', type) : undefined;
	return leftOut(feature ?? 'parts of an unknown kind', notes);
};

const result = byTag(
	'type',
	{
		text: textBlock,
		image,
		document,
		search_result: searchResult,
		tool_reference: object({ type: text, tool_name: text }),
	},
	unknownBlock,
);

/** A change of the tools of which nothing may stay is none. */
const toolChange: Allow = (value, notes) => {
	const changed = isMembers(value) ? changedTool(value['tool'], notes) : undefined;
	if (changed === undefined) return undefined;
	return { ...(object({ type: text, cache_control: cacheControl })(value, notes) as object), tool: changed };
};

const block = byTag(
	'type',
	{
		text: textBlock,
		image,
		document,
		search_result: searchResult,
		thinking: object({ type: text, thinking: text, signature: text }),
		redacted_thinking: object({ type: text, data: text }),
		tool_use: object({ type: text, id: text, name: text, input: free, cache_control: cacheControl }),
		tool_result: object({
			type: text,
			tool_use_id: text,
			content: either(text, list(result)),
			is_error: truth,
			cache_control: cacheControl,
		}),
		tool_addition: toolChange,
		tool_removal: toolChange,
	},
	unknownBlock,
);

/** The conversation. A message of the system's may stand in the middle of it. */
export const messages = list(
	object({
		role: oneOf('user', 'assistant', 'system'),
		content: either(text, list(block)),
		clear_at: nullOr(oneOf('next_user_message', 'never')),
		output_config: object({ effort: text }),
	}),
);

/** The instructions before the conversation. */
export const system = either(text, list(textBlock));
