import type { Secrets } from '../../../../src/store/secrets.ts';

/** Secrets that last as long as the object. */
export function memorySecrets(): Secrets {
	const kept = new Map<string, string>();
	return {
		read: async (name, schema) => {
			const text = kept.get(name);
			return text === undefined ? undefined : schema.parse(JSON.parse(text));
		},
		write: async (name, value) => void kept.set(name, JSON.stringify(value)),
		remove: async (name) => void kept.delete(name),
		list: async () => [...kept.keys()],
	};
}
