import { type Fields, type GrammarProblem, isFields } from './grammar-problem.ts';

/** The picture formats that OpenAI names, and how their bytes begin: https://platform.openai.com/docs/guides/images-vision */
const begins: Readonly<Record<string, string>> = {
	'image/png': '\x89PNG\r\n',
	'image/jpeg': '\xff\xd8\xff',
	'image/gif': 'GIF8',
	'image/webp': 'RIFF',
};

/** The parts of a message: text that says something and, where they are allowed, pictures that are what they say they are. */
export function checkParts(parts: readonly unknown[], param: string, pictures: boolean): GrammarProblem | undefined {
	for (const [at, part] of parts.entries()) {
		const message = isFields(part) ? wrongPart(part, pictures) : 'expected an object';
		if (message !== undefined) return { message: `Invalid '${param}[${at}]': ${message}`, param: `${param}[${at}]` };
	}
	return undefined;
}

function wrongPart(part: Fields, pictures: boolean): string | undefined {
	const { type, text, image_url: image } = part;
	if (type === 'text') return typeof text === 'string' && text !== '' ? undefined : 'expected text';
	if (type !== 'image_url') return `unknown type '${String(type)}'`;
	if (!pictures) return "image_url is only allowed for messages with role 'user'";
	return isFields(image) && typeof image['url'] === 'string' ? wrongUrl(image['url']) : 'expected image_url.url';
}

function wrongUrl(url: string): string | undefined {
	if (/^https?:\/\//.test(url)) return undefined;
	const [, type = '', data = ''] = /^data:([a-z/]+);base64,([A-Za-z0-9+/]+=*)$/.exec(url) ?? [];
	const start = begins[type];
	if (start === undefined) return 'expected a data URL of a PNG, JPEG, GIF or WebP in base64';
	return Buffer.from(data, 'base64').toString('latin1').startsWith(start)
		? undefined
		: `the bytes are not those of ${type}`;
}
