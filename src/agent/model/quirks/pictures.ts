import type { ChatBody, WireMessage, WirePart } from '../wire/wire-types.ts';

/**
 * How servers say that a model takes no pictures at all. vLLM: "… is not a multimodal model" and "At most 0 image(s) …"; llama.cpp: "image input
 * is not supported - hint: … mmproj" (500) and "Unsupported content part type" (issues 15377, 12947); Ollama: "does not support image input"
 * (17301); OpenRouter: "No endpoints found that support image input" (404); OpenAI: "image_url is only supported by certain models"; Google:
 * "Image input modality is not enabled"; SiliconFlow: "not a VLM"; DeepSeek: "unknown variant `image_url`"; servers whose content is a string:
 * "content must be a string", "Input should be a valid string".
 */
const lacks: readonly RegExp[] = [
	/\bmmproj\b|\bnot an? (multi-?modal|vlm|vision)|at most 0 image/i,
	/(\bnot|\bcannot|n['’]t|no endpoints found that) (support|accept|take|allow|handle|have|see)(ed|s)? .{0,30}(\bimages?\b|image_url|\bvision\b|multi-?modal|\bpictures?\b)/i,
	/(\bimages?\b|image_url|\bvision\b|multi-?modal)\W{0,4}(\w+\W{1,4}){0,3}(not|un)[ -]?(supported|enabled|allowed|available|accepted)/i,
	/\b(unsupported|unknown|invalid|unexpected)\b.{0,20} (variant|type|part|modality)\b.{0,10}\bimage/i,
	/image_url\W{0,4}is only supported|\b(only ((supports?|accepts?|takes?) )?text|text[- ]only)\b|should be \W{0,3}text/i,
	/content.{0,60}\b(a|valid) string/i,
];

/** Words about the pictures that were sent, or about their number: others, or fewer, would be taken. */
const faults =
	/large|small|\bsizes?\b|too many|exceed|maximum|\bmax\b|limit|dimension|pixel|aspect|resolution|\bbytes\b|\b[kmg]i?b\b|format|\bimage\/|mime|media.?type|\b(jpe?g|png|gif|webp|tiff?|bmp|svg|heic|avif)\b|process|decod|pars(e|ing)|corrupt|download|fetch|\burls?\b|base64|safety|polic|moderat|contain|violat|flagged|\btool/i;

/** Whether a refusal says that no pictures are taken, whichever they are. Pure. */
export function lacksEyes(refusal: string): boolean {
	return lacks.some((says) => says.test(refusal)) && !faults.test(refusal);
}

/** Whether a refusal speaks of pictures. */
export function namesPictures(refusal: string): boolean {
	return /\bimages?\b|image_url|multi-?modal|mmproj|\bpictures?\b/i.test(refusal);
}

export function showsPictures(body: Pick<ChatBody, 'messages'>): boolean {
	return picturesIn(body) > 0;
}

/**
 * How many of the pictures to send again where they, or their number, were refused: as many as the server names (vLLM: "At most 1 image(s) may be
 * provided in one prompt."), else the newest, and at last none. Pure.
 */
export function picturesLeft(refusal: string, body: ChatBody): number | undefined {
	const sent = picturesIn(body);
	if (sent === 0 || !namesPictures(refusal) || lacksEyes(refusal)) return undefined;
	const most = Number(/at most (\d{1,4}) image/i.exec(refusal)?.[1] ?? 1);
	return most < sent ? most : 0;
}

/** The body with its `most` newest pictures; in the place of each other stands that it is not shown. Pure. */
export function withNewestPictures(body: ChatBody, most: number): ChatBody {
	let older = picturesIn(body) - most;
	const shown = (part: WirePart): WirePart => (isPicture(part) && older-- > 0 ? unseen : part);
	const messages = body.messages.map((message): WireMessage => {
		if (message.role !== 'user' || typeof message.content === 'string') return message;
		const parts = message.content.map(shown);
		return { ...message, content: parts.some(isPicture) ? parts : parts.map(textOf).join('\n') };
	});
	return { ...body, messages };
}

const unseen: WirePart = {
	type: 'text',
	text: '[You cannot see a picture that belongs here: the server refused it, or so many. Say so where it matters]',
};

function picturesIn({ messages }: Pick<ChatBody, 'messages'>): number {
	return messages.flatMap(partsOf).filter(isPicture).length;
}

function partsOf({ role, content }: WireMessage): readonly WirePart[] {
	return role === 'user' && typeof content !== 'string' ? content : [];
}

function isPicture({ type }: WirePart): boolean {
	return type === 'image_url';
}

function textOf(part: WirePart): string {
	return part.type === 'text' ? part.text : '';
}
