import type { Clock } from '../../../base/clock.ts';
import type { FileRef } from '../../../chat/inbound.ts';
import type { IncomingFiles } from '../../adapter.ts';
import { Refusal } from '../../ask-again.ts';
import { createFetchFile, type FoundFile, hasLength, isPage, tooLarge } from '../../intake/fetch-file.ts';
import type { Calls } from '../api/calls.ts';
import { discordSentence } from '../api/problems/discord-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import type { DiscordSettings } from '../settings.ts';
import { type FilePlace, placeOfFile } from './file-refs.ts';
import { freshUrl, hasExpired } from './fresh-url.ts';
import { createIsDiscord, type OpenDownloadDeps, type Opened, openDownload } from './open-download.ts';

export interface FetchFileDeps {
	readonly calls: Calls;
	readonly settings: Pick<DiscordSettings, 'apiUrl' | 'maxFileBytes'>;
	readonly clock: Clock;
}

/** `IncomingFiles.fetch` for Discord. */
export function createFetchDiscordFile(deps: FetchFileDeps): IncomingFiles['fetch'] {
	const parts = { ...deps, isDiscord: createIsDiscord(deps.settings.apiUrl) };
	return createFetchFile({
		platform: 'Discord',
		find: async (file) => find(file, parts),
		sentence: discordSentence,
		awayOr,
	});
}

type Parts = FetchFileDeps & OpenDownloadDeps;

function find(file: FileRef, parts: Parts): FoundFile {
	const { maxFileBytes: most } = parts.settings;
	const place = placeOfFile(file);
	if (!place) throw new Refusal('it is not a file of Discord');
	if (file.size !== undefined && file.size > most) throw tooLarge(most, file.size);
	return {
		size: file.size,
		most,
		open: (signal) => open(parts, place, signal),
		strange: (answer) => otherPageIn(answer, file),
	};
}

/** Refreshes the address once, where it is over. */
async function open(parts: Parts, place: FilePlace, signal: AbortSignal): Promise<Response> {
	const first: Opened = hasExpired(place.url, parts.clock.now())
		? 'expired'
		: await openDownload(parts, place.url, signal);
	if (first !== 'expired') return first;
	const url = await freshUrl(parts, place, signal);
	const second = url === undefined ? 'expired' : await openDownload(parts, url, signal);
	if (second === 'expired') throw new Refusal('it is not there any more. Send it again');
	return second;
}

/** Whoever answers with HTML where none was sent is a gate or a proxy. */
function otherPageIn(answer: Response, { name, size }: FileRef): Refusal | undefined {
	const isHtml = /\.(?:x?html?|shtml|mhtml)$/i.test(name);
	if (!isPage(answer) || isHtml || hasLength(answer, size)) return undefined;
	return new Refusal('a web page came instead of it. Check the proxy, and send it again');
}
