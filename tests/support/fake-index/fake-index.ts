import { htmlPage, jsonPage, jsonType, type PageFile } from './index-page.ts';
import { type MadeWheel, makeWheel, sha256Of, type WheelFacts } from './make-wheel.ts';
import { type FileServer, type FoundFile, serveFiles } from './serve-files.ts';

export interface PackageFacts extends WheelFacts {
	/** ISO 8601; a month ago unless told, left out with `null`. */
	readonly uploadTime?: string | null;
	readonly yanked?: boolean | string;
	/** The wheel's SHA-256 as the page has it: the right one unless told, none with `null`. */
	readonly sha256?: string | null;
	/** Whether `.metadata` lies beside the wheel (PEP 658): yes unless told. */
	readonly metadata?: boolean;
	/** Where the page says the file is; below this server unless told. */
	readonly url?: string;
	readonly requiresPython?: string;
}

/** A package index for tests: a real server on 127.0.0.1. Disposing closes it and every connection. */
export interface FakeIndex extends Omit<FileServer, 'origin'> {
	/** `http://127.0.0.1:<port>/simple` */
	readonly url: string;
	/** Adds a wheel; answers it. */
	add(facts: PackageFacts): MadeWheel;
	/** Adds a file that is not made here, such as a source distribution. */
	addFile(name: string, filename: string, bytes: Uint8Array): void;
}

export interface FakeIndexOptions {
	/** `html` serves PEP 503 pages only, to whoever asks. */
	readonly pages?: 'json' | 'html';
	/** `user:password` that every request must bring. */
	readonly credentials?: string;
}

const monthMs = 30 * 86_400_000;

export async function startFakeIndex({ pages = 'json', credentials }: FakeIndexOptions = {}): Promise<FakeIndex> {
	const shelf = new Map<string, PageFile[]>();
	const contents = new Map<string, Uint8Array | string>();
	const server = await serveFiles(contentOf, credentials);
	const { origin } = server;

	function contentOf(path: string): FoundFile | undefined {
		const name = /^\/simple\/([^/]+)\/$/.exec(path)?.[1];
		const files = name === undefined ? undefined : shelf.get(name);
		if (name !== undefined && files) {
			return pages === 'html'
				? { type: 'text/html', body: htmlPage(name, files) }
				: { type: jsonType, body: jsonPage(name, files) };
		}
		const body = contents.get(path);
		return body === undefined ? undefined : { type: 'application/octet-stream', body };
	}

	function put(name: string, file: PageFile): void {
		const key = name.toLowerCase().replaceAll(/[-_.]+/g, '-');
		shelf.set(key, [...(shelf.get(key) ?? []), file]);
	}

	return {
		...server,
		url: `${origin}/simple`,
		add(facts) {
			const wheel = makeWheel(facts);
			const path = `/files/${wheel.filename}`;
			contents.set(path, wheel.bytes);
			if (facts.metadata !== false) contents.set(`${path}.metadata`, wheel.metadata);
			put(facts.name, pageFile(facts, wheel, `${origin}${path}`));
			return wheel;
		},
		addFile(name, filename, bytes) {
			contents.set(`/files/${filename}`, bytes);
			const facts = { filename, url: `../../files/${filename}`, sha256: sha256Of(bytes), size: bytes.length };
			put(name, {
				...facts,
				...{ uploadTime: monthAgo(), yanked: false, metadata: undefined, requiresPython: undefined },
			});
		},
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

function monthAgo(): string {
	return new Date(Date.now() - monthMs).toISOString();
}

function pageFile(facts: PackageFacts, wheel: MadeWheel, url: string): PageFile {
	return {
		filename: wheel.filename,
		url: facts.url ?? url,
		sha256: facts.sha256 === null ? undefined : (facts.sha256 ?? wheel.sha256),
		size: wheel.bytes.length,
		uploadTime: facts.uploadTime === null ? undefined : (facts.uploadTime ?? monthAgo()),
		yanked: facts.yanked ?? false,
		metadata: facts.metadata === false ? undefined : sha256Of(wheel.metadata),
		requiresPython: facts.requiresPython,
	};
}
