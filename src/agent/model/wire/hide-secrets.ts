/** Stand-ins for a key, from the guides of servers that want none: Ollama, LM Studio, llama.cpp, vLLM. */
const stopgaps = [
	'ollama',
	'lm-studio',
	'lmstudio',
	'no-key',
	'no-key-required',
	'sk-no-key-required',
	'not-needed',
	'none',
	'EMPTY',
];

/** A shorter one would be cut out of every word; logs keep to this bound as well. */
const shortest = 4;

/** A shorter one may be a word ("test", "token"), or the end of one: it is hidden where it stands alone. */
const noWord = 12;

/** A server's words without the key, without what looks like another one, and without what they quote of the request. Pure. */
export function hideSecrets(text: string, key: string | undefined): string {
	const keyless = key === undefined || !isSecret(key) ? text : withoutKey(text, key);
	return withoutRequest(keyless.replaceAll(/\b(sk|key|tok|Bearer)[-_ ][\w.*-]{6,}/gi, '[key]'));
}

/** Validation errors quote what was sent behind the word "input". Pure. */
export function withoutRequest(text: string): string {
	return text.replace(/(?:,|(?<![\s,]))\s*['"]?input(_value)?['"]?\s*[:=].*$/s, '');
}

function withoutKey(text: string, key: string): string {
	if (key.length >= noWord) return text.replaceAll(key, '[key]');
	const literal = key.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
	return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu'), '[key]');
}

function isSecret(key: string): boolean {
	return key.length >= shortest && !stopgaps.includes(key);
}
