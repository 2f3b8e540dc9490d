import { parseChecked } from '../../../src/store/files/parse-checked.ts';
import type { Secrets } from '../../../src/store/secrets.ts';

/** Secrets in this process; `files` holds their texts by name. */
export function memorySecrets(files = new Map<string, string>()): Secrets & { readonly files: Map<string, string> } {
	return {
		files,
		async read(name, schema) {
			const text = files.get(name);
			return text === undefined ? undefined : parseChecked(schema, text, { file: name });
		},
		async write(name, value) {
			files.set(name, JSON.stringify(value));
		},
		async remove(name) {
			files.delete(name);
		},
		list: async () => [...files.keys()].toSorted(),
	};
}
