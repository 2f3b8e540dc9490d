import { isSecret } from '../../base/text/is-secret.ts';

const placeholder = '[secret]';
/** JSON text within JSON text, as the arguments of a tool call in a log line, escapes once more for each level. */
const levels = 3;

/** Answers a function that replaces each of the secrets in a line of JSON, in plain, JSON-escaped or URL-encoded form, by `[secret]`. */
export function createRedactor(secrets: readonly string[]): (line: string) => string {
	const forms = new Set(secrets.filter(isSecret).flatMap(formsOf));
	// The longest first: a secret may hold another one.
	const ordered = [...forms].sort((one, other) => other.length - one.length);
	return (line) => ordered.reduce((text, form) => text.replaceAll(form, placeholder), line);
}

function formsOf(secret: string): readonly string[] {
	const forms = new Set([secret, encodeURIComponent(secret.toWellFormed())]);
	for (let level = 0; level < levels; level++) {
		for (const form of [...forms]) {
			for (const written of writtenInJson(form)) forms.add(written);
		}
	}
	return [...forms];
}

/** A text as encoders may write it within quotes: most do the least, some escape `/`, some everything beyond ASCII. */
function writtenInJson(text: string): readonly string[] {
	const least = JSON.stringify(text).slice(1, -1);
	const slashes = least.replaceAll('/', '\\/');
	return [least, slashes, toAscii(least), toAscii(slashes)];
}

function toAscii(text: string): string {
	return text.replaceAll(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
