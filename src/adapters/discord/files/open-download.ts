import type { Clock } from '../../../base/clock.ts';
import { refusalOf } from '../../ask-again.ts';
import { createIsOwn, download, type IsOwn, notOwn } from '../../intake/download.ts';

/** https://docs.discord.com/developers/reference#signed-attachment-cdn-urls and #image-formatting */
const hosts = ['cdn.discordapp.com', 'media.discordapp.net'];

/** Whether an address is one that Discord keeps files at. */
export function createIsDiscord(apiUrl: string | undefined): IsOwn {
	return createIsOwn({ hosts }, apiUrl);
}

export interface OpenDownloadDeps {
	readonly isDiscord: IsOwn;
	readonly clock: Clock;
}

/** An answer that holds a file's bytes, or `expired`: the address leads nowhere any more. */
export type Opened = Response | 'expired';

/** Discord's storage answers so to an address that is over, or whose file was deleted. */
const over = [403, 404, 410];

/** Opens an address of Discord's; tried again when the network or Discord fails. Rejects with `Refusal`, or with the signal's reason. */
export async function openDownload(
	{ isDiscord, clock }: OpenDownloadDeps,
	url: string,
	signal: AbortSignal,
): Promise<Opened> {
	// No token goes there: the address itself is the permission.
	const headersTo = (at: URL) => {
		if (!isDiscord(at)) throw notOwn(at.host, 'Discord');
		return {};
	};
	const answer = await download(url, { platform: 'Discord', clock, headersTo }, signal);
	if (answer.ok) return answer;
	const refusal = await refusalOf('Discord', answer);
	if (over.includes(answer.status)) return 'expired';
	throw refusal;
}
