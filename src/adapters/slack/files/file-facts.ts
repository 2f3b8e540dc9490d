import type { FilesInfoResponse } from '@slack/web-api';

export type SlackFile = NonNullable<FilesInfoResponse['file']>;

/** Where a file's bytes are, or why they cannot be had, as a half sentence: "it was deleted". */
export type FileFacts =
	| { readonly kind: 'there'; readonly url: string; readonly size: number | undefined; readonly isPage: boolean }
	| { readonly kind: 'not-there'; readonly reason: string };

const reasons: Readonly<Record<string, string>> = {
	tombstone: 'it was deleted',
	hidden_by_limit: "it is hidden by the limit of the workspace's plan",
	external: 'it is a link to another service, without bytes in Slack. Share the file itself',
	access_denied: 'the app has no access to it. Share it in a channel the app is in',
	file_not_found: 'it is not there any more',
	slack_file_not_found: 'it is not there any more',
};

/** Ways to keep a file whose bytes are a web page: canvases and posts. */
const pages = ['quip', 'canvas', 'post'];

/** Pure. */
export function fileFacts(file: SlackFile): FileFacts {
	const isExternal = file.is_external === true && file.mode !== 'hosted';
	const why = reasons[file.file_access ?? ''] ?? reasons[isExternal ? 'external' : (file.mode ?? '')];
	if (why !== undefined) return { kind: 'not-there', reason: why };
	const { url, size } = bytesOf(file);
	if (!url) return { kind: 'not-there', reason: 'Slack gives no address for it' };
	return { kind: 'there', url, size, isPage: isPage(file) };
}

/** A list has no bytes of its own but those of its table. */
function bytesOf({ mode, list_csv_download_url: csv, ...file }: SlackFile) {
	if (mode === 'list' && csv) return { url: csv, size: undefined };
	return { url: file.url_private_download ?? file.url_private, size: file.size };
}

function isPage({ mode, mimetype, filetype, name }: SlackFile): boolean {
	if (pages.includes(mode ?? '')) return true;
	return /html/i.test(`${mimetype} ${filetype}`) || /\.x?html?$/i.test(name ?? '');
}
