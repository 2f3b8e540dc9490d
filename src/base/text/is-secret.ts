/** Words that stand in for a key where a server wants none. */
const stopgaps = /^(sk-)?(no|not|none|dummy|fake|test|any|local|ollama|lm-?studio|placeholder|password)[a-z -]*$/i;

/** Shorter ones are no keys of any vendor. */
const shortest = 8;

/** Whether a key is to be kept out of what people and logs see: a letter or a stopgap would be cut out of every sentence. Pure. */
export function isSecret(key: string): boolean {
	return key.length >= shortest && !stopgaps.test(key);
}
