import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FileRef } from '../../../chat/inbound.ts';

/** A message holds much less; no more than this is made of a reference. */
const mostBytes = 16 * 2 ** 20;
const mark = 'inline:';

/** A file that a message has in its words: its bytes are in the reference, so that nothing is asked for, after a restart either. Pure. */
export function inlineFile(name: string, text: string): FileRef {
	const bytes = Buffer.from(text);
	const source = `${mark}${deflateRawSync(bytes).toString('base64url')}`;
	return { name, size: bytes.length, source, ofWords: true };
}

/** The bytes in a reference; undefined for one to a file that Slack has. Pure. */
export function inlineBytes({ source }: FileRef): Uint8Array | undefined {
	if (!source.startsWith(mark)) return undefined;
	return inflateRawSync(Buffer.from(source.slice(mark.length), 'base64url'), { maxOutputLength: mostBytes });
}
