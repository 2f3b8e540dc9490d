import { formatOf } from '../../../base/file-kind.ts';
import type { FileTree } from '../../../base/file-tree.ts';
import type { Message } from '../../../store/journal.ts';

/** The newest pictures are shown, so many and of so many bytes; older ones are named. Anthropic takes 32 MB in all, vLLM is often set to fewer. */
const most = { pictures: 8, bytes: 8 * 2 ** 20 };

/**
 * The data URLs of the newest pictures that messages bring, by name; undefined where there are none. A message keeps its form from call to call
 * until newer pictures push its own out. One that cannot be read is left out, and so named.
 */
export async function shownPictures(
	messages: readonly Message[],
	inputs: FileTree,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | undefined> {
	const names = newest(messages);
	if (names.length === 0) return undefined;
	const files = await readFiles(new Set(names), inputs, signal);
	const shown = new Map<string, string>();
	let left = most.bytes;
	for (const name of names) {
		const bytes = files.get(name);
		const type = bytes && formatOf(bytes).type;
		if (bytes === undefined || type === undefined) continue;
		left -= bytes.length;
		if (left < 0) break;
		shown.set(name, `data:${type};base64,${bytes.toString('base64')}`);
	}
	return shown;
}

function newest(messages: readonly Message[]): string[] {
	const names = messages.flatMap((message) => (message.role === 'assistant' ? [] : (message.pictures ?? [])));
	return [...new Set(names.toReversed())].slice(0, most.pictures);
}

async function readFiles(
	names: ReadonlySet<string>,
	inputs: FileTree,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, Buffer>> {
	const files = new Map<string, Buffer>();
	for await (const entry of inputs.entries()) {
		if (entry.kind !== 'file' || !names.has(entry.name) || entry.size > most.bytes) continue;
		const chunks: Uint8Array[] = [];
		for await (const chunk of entry.read(signal)) chunks.push(chunk);
		files.set(entry.name, Buffer.concat(chunks));
	}
	return files;
}
