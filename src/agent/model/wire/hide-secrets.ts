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

/** A server's words without the key, without what looks like another one, and without what they quote of the request. Pure. */
export function hideSecrets(text: string, key: string | undefined): string {
	const keyless = key === undefined || !isSecret(key) ? text : text.replaceAll(key, '[key]');
	return withoutRequest(keyless.replaceAll(/\b(sk|key|tok|Bearer)[-_ ][\w.*-]{6,}/gi, '[key]'));
}

/** Validation errors quote what was sent behind the word "input". Pure. */
export function withoutRequest(text: string): string {
	return text.replace(/,?\s*['"]?input(_value)?['"]?\s*[:=].*$/s, '');
}

function isSecret(key: string): boolean {
	return key.length >= shortest && !stopgaps.includes(key);
}
