import { formatOf } from '../../../base/file-kind.ts';
import type { FileTree } from '../../../base/file-tree.ts';
import type { Message } from '../../../store/journal.ts';
import type { SessionFiles } from '../../../store/store.ts';
import { pictureSize } from './picture-size.ts';

/**
 * The newest pictures are shown, so many, of so many bytes and tokens; older ones are named. Anthropic takes 32 MB in all, vLLM is often set to
 * fewer.
 */
const most = { pictures: 8, bytes: 8 * 2 ** 20, tokens: 12_000 };

/** https://docs.claude.com/en/docs/build-with-claude/vision, "Calculate image costs": width x height / 750; OpenAI's tiles come to fewer. */
const pixelsOfToken = 750;

/** Of one whose size is not known: as many as of the largest that is made. */
const mostOfOne = 1568 ** 2 / pixelsOfToken;

/**
 * The data URLs of the newest pictures that messages bring, by name; undefined where there are none. A message keeps its form from call to call
 * until newer pictures push its own out. One that cannot be read is left out, and so named.
 */
export async function shownPictures(
	messages: readonly Message[],
	files: Pick<SessionFiles, 'seen' | 'trees'>,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | undefined> {
	const names = newest(messages);
	if (names.length === 0) return undefined;
	const read = await readNamed(names, files, signal);
	const shown = new Map<string, string>();
	const left = { bytes: most.bytes, tokens: most.tokens };
	for (const name of names) {
		const bytes = read.get(name);
		const type = bytes && formatOf(bytes).type;
		if (bytes === undefined || type === undefined) continue;
		left.bytes -= bytes.length;
		left.tokens -= tokensOf(bytes);
		if (left.bytes < 0 || left.tokens < 0) break;
		shown.set(name, `data:${type};base64,${bytes.toString('base64')}`);
	}
	return shown;
}

function tokensOf(bytes: Buffer): number {
	const [width, height] = pictureSize(bytes) ?? [];
	return width === undefined || height === undefined ? mostOfOne : (width * height) / pixelsOfToken;
}

function newest(messages: readonly Message[]): string[] {
	const pictures = messages.flatMap((message) => (message.role === 'assistant' ? [] : (message.pictures ?? [])));
	return [...new Set(pictures.map(({ name }) => name).toReversed())].slice(0, most.pictures);
}

/** Those of former journals lie among the inputs. */
async function readNamed(
	names: readonly string[],
	{ seen, trees }: Pick<SessionFiles, 'seen' | 'trees'>,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, Buffer>> {
	const here = await readFiles(new Set(names), seen, signal);
	const rest = new Set(names.filter((name) => !here.has(name)));
	return rest.size === 0 ? here : new Map([...here, ...(await readFiles(rest, trees.inputs, signal))]);
}

async function readFiles(
	names: ReadonlySet<string>,
	tree: FileTree,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, Buffer>> {
	const files = new Map<string, Buffer>();
	for await (const entry of tree.entries()) {
		if (entry.kind !== 'file' || !names.has(entry.name) || entry.size > most.bytes) continue;
		const chunks: Uint8Array[] = [];
		for await (const chunk of entry.read(signal)) chunks.push(chunk);
		files.set(entry.name, Buffer.concat(chunks));
	}
	return files;
}
