import { z } from 'zod';
import { Denied } from '../denied.ts';
import { linkedUrl } from '../linked-url.ts';
import { readLinks } from './html-links.ts';

/** A file as the index's page names it. Untrusted, but for its form. */
export interface IndexFile {
	readonly filename: string;
	readonly url: URL;
	/** Hex, lower case. */
	readonly sha256: string | undefined;
	/** ms since the epoch; undefined where the page does not tell it. */
	readonly uploadedAt: number | undefined;
	readonly yanked: boolean;
	/** A version specifier such as `>=3.9`. */
	readonly requiresPython: string | undefined;
	/** Whether metadata lies beside the file (PEP 658), and its SHA-256 where the page tells it. */
	readonly metadata: { readonly kind: 'none' } | { readonly kind: 'beside'; readonly sha256: string | undefined };
}

export const pageAccept =
	'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1';

/** The files of a project's page, JSON (PEP 691, 700) or HTML (PEP 503). Files that are not as they should be are left out. Throws `Denied`. */
export function readPage(text: string, type: string, url: URL): IndexFile[] {
	if (/^application\/(?:vnd\.pypi\.simple\.v1\+)?json\b/.test(type)) return readJson(text, url);
	if (/^(?:text\/html|application\/vnd\.pypi\.simple\.v1\+html)\b/.test(type)) return readHtml(text, url);
	throw new Denied('the index answered with neither JSON nor HTML', { status: 502 });
}

const pageSchema = z.object({ files: z.array(z.unknown()) });
const hashes = z.object({ sha256: z.string().optional() });
const fileSchema = z.object({
	filename: z.string(),
	url: z.string(),
	hashes,
	'upload-time': z.string().nullish(),
	yanked: z.union([z.boolean(), z.string()]).nullish(),
	'requires-python': z.string().nullish(),
	'core-metadata': z.union([z.boolean(), hashes]).nullish(),
	// PEP 714 renamed this.
	'dist-info-metadata': z.union([z.boolean(), hashes]).nullish(),
	'data-dist-info-metadata': z.union([z.boolean(), hashes]).nullish(),
});

function readJson(text: string, page: URL): IndexFile[] {
	const parsed = pageSchema.safeParse(parseJson(text));
	if (!parsed.success)
		throw new Denied('the index answered with JSON that is not a page of a package', { status: 502 });
	return parsed.data.files.flatMap((raw) => {
		const file = fileSchema.safeParse(raw);
		return file.success ? (jsonFile(file.data, page) ?? []) : [];
	});
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new Denied('the index answered with JSON that cannot be read', { status: 502, cause: error });
	}
}

function jsonFile(file: z.output<typeof fileSchema>, page: URL): IndexFile | undefined {
	const url = linkedUrl(file.url, page);
	const metadata = file['core-metadata'] ?? file['dist-info-metadata'] ?? file['data-dist-info-metadata'];
	return (
		url && {
			filename: file.filename,
			url,
			sha256: hexOf(file.hashes.sha256),
			uploadedAt: timeOf(file['upload-time']),
			yanked: Boolean(file.yanked),
			requiresPython: specifierOf(file['requires-python']),
			metadata: metadata
				? { kind: 'beside', sha256: metadata === true ? undefined : hexOf(metadata.sha256) }
				: { kind: 'none' },
		}
	);
}

function readHtml(html: string, page: URL): IndexFile[] {
	return readLinks(html).flatMap((link) => {
		const href = link.get('href') ?? '';
		const url = linkedUrl(href, page);
		if (!url) return [];
		const metadata = link.get('data-core-metadata') ?? link.get('data-dist-info-metadata');
		return {
			filename: lastPart(url),
			url,
			sha256: hexOf(inFragment(href, 'sha256=')),
			uploadedAt: undefined,
			yanked: link.has('data-yanked'),
			requiresPython: specifierOf(link.get('data-requires-python')),
			metadata:
				metadata === undefined || metadata === 'false'
					? { kind: 'none' }
					: { kind: 'beside', sha256: hexOf(/^sha256=(.*)$/.exec(metadata)?.[1]) },
		};
	});
}

/** Without a regular expression: a link may be as long as a page. */
function inFragment(href: string, start: string): string | undefined {
	const [, fragment = ''] = href.split('#', 2);
	const parts = fragment.split('&');
	return parts.find((part) => part.toLowerCase().startsWith(start))?.slice(start.length);
}

function lastPart(url: URL): string {
	const part = url.pathname.split('/').at(-1) ?? '';
	return part.replaceAll(/%([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function hexOf(text: string | undefined): string | undefined {
	return text !== undefined && /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined;
}

function timeOf(text: string | null | undefined): number | undefined {
	const time = Date.parse(text ?? '');
	return Number.isNaN(time) ? undefined : time;
}

/** Only what a version specifier is made of: it is printed into our own pages. */
function specifierOf(text: string | null | undefined): string | undefined {
	return text && /^[\w\s.,<>=!~*+-]{1,200}$/.test(text) ? text : undefined;
}
