import type { DiscordAPIError } from '@discordjs/rest';
import { cutText } from '../../../base/text/cut-text.ts';
import { takeName } from '../../file-name.ts';
import type { Upload } from '../../present/surface.ts';
import type { PostOnce } from '../api/post-once.ts';
import { discordCode, discordSentence } from '../api/problems/discord-sentence.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { markerOf } from '../marker.ts';
import { receipt } from '../render/parts.ts';
import { longestMessage, textMessage } from '../render/text-message.ts';
import type { DiscordPlace } from '../thread-keys.ts';
import { packSmaller } from './pack-file.ts';
import type { SizeLimits } from './size-limits.ts';
import type { Packed } from './upload-file.ts';

export interface SendFilesDeps {
	readonly postOnce: PostOnce;
	readonly limits: SizeLimits;
	/** Files are in the message `id` now. */
	readonly onSent: (files: readonly Packed[], id: string) => Promise<void>;
}

/** One message takes so much: https://docs.discord.com/developers/reference#uploading-files says 25 MiB a request; its other parts need room. */
export const maxFiles = 10;
export const maxRequestBytes = 25 * 1024 * 1024 - 64 * 1024;

/** 40005 request entity too large, 50045 file too large. */
const tooLargeCodes = [40005, 50045];

/**
 * Faults that Discord may find with one file among several, its name in our line included: its form, its kind, its words, a link.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */
const blocking = [200000, 240000];
const ofOneFile = [50035, 50046, ...blocking];

/**
 * Posts files in one message with a receipt line each; in several where Discord finds them too much for one, or refuses one of
 * them: the others are posted all the same. Rejects with what is no
 * refusal of Discord's.
 */
export async function sendFiles(
	deps: SendFilesDeps,
	place: DiscordPlace,
	files: readonly Packed[],
	signal: AbortSignal,
): Promise<readonly Upload[]> {
	const [first, ...others] = files;
	if (!first) return [];
	try {
		const id = await deps.postOnce(
			{ channel: place.channel, key: first.file.key, silent: true, ...contentOf(files) },
			signal,
		);
		await deps.onSent(files, id);
		return files.map(({ file }) => ({ outcome: 'delivered', file }));
	} catch (error) {
		if (!isRefusal(error)) throw error;
		if (!isTooLarge(error) && (others.length === 0 || !isOfOne(error))) return files.map((one) => refused(one, error));
		if (others.length === 0) return await sendSmaller(deps, place, first, signal);
		const half = Math.ceil(files.length / 2);
		const front = await sendFiles(deps, place, files.slice(0, half), signal);
		return [...front, ...(await sendFiles(deps, place, files.slice(half), signal))];
	}
}

/** The limit is lower than was thought. */
async function sendSmaller(
	deps: SendFilesDeps,
	place: DiscordPlace,
	packed: Packed,
	signal: AbortSignal,
): Promise<readonly Upload[]> {
	deps.limits.learn(place, packed.bytes.length);
	const smaller = await packSmaller(packed, deps.limits.of(place));
	return 'outcome' in smaller ? [smaller] : sendFiles(deps, place, [smaller], signal);
}

function contentOf(files: readonly Packed[]) {
	const names = new Set<string>();
	const named = files.map((packed) => ({ ...packed, name: takeName(packed.name, names) }));
	const whole = receipts(named, longestMessage);
	// With all their characters escaped, ten of the longest names do not fit.
	const markdown = whole.length <= longestMessage ? whole : receipts(named, shortName);
	return { message: textMessage(markdown, []), files: named.map(({ name, bytes }) => ({ name, data: bytes })) };
}

/** Characters of a name, of which ten fit into a message however they are escaped. */
const shortName = 40;

function receipts(files: readonly Packed[], longestName: number): string {
	const lines = files.map(({ file, name, bytes }) => {
		const words = receipt({ name: cutText(name, longestName), size: bytes.length, remark: file.remark });
		return `${words}${markerOf(file.key)}`;
	});
	return lines.join('\n');
}

function isTooLarge(error: DiscordAPIError): boolean {
	return error.status === 413 || tooLargeCodes.includes(discordCode(error) ?? 0);
}

function isOfOne(error: DiscordAPIError): boolean {
	return ofOneFile.includes(discordCode(error) ?? 0);
}

function refused({ file }: Packed, error: DiscordAPIError): Upload {
	const code = discordCode(error) ?? 0;
	const isBlocked = blocking.includes(code);
	const name = isBlocked ? masked(file.name) : file.name;
	const until = isBlocked ? 'renamed' : isOfOne(error) ? 'changed' : 'later';
	return { outcome: 'refused', file, until, reason: discordSentence(`hand over "${name}"`, error) };
}

/** AutoMod blocks in our sentence, too, the name that it has blocked. Pure. */
function masked(name: string): string {
	const [first = ''] = name;
	return `${first}…${/\.\w{1,8}$/.exec(name)?.[0] ?? ''}`;
}
