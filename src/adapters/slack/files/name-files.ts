import type { WebClient } from '@slack/web-api';
import type { FileRef } from '../../../chat/inbound.ts';
import type { IncomingFiles } from '../../adapter.ts';
import type { Calls } from '../api/calls.ts';
import { slackSentence } from '../api/problems/slack-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import { fileRefOf, placeOfFile } from './file-refs.ts';

/** Names are worth so much waiting: a message must be taken in within three seconds. */
const limitMs = 1500;

/**
 * References to files, those of which Slack has told no more than their id with name and size. One that Slack does not tell now keeps its id
 * as its name, and is asked for again when it is fetched (`createNameSlackFile`). Rejects with the signal's reason alone.
 */
export async function nameFiles(
	refs: readonly FileRef[],
	{ calls }: { readonly calls: Calls },
	signal: AbortSignal,
): Promise<FileRef[]> {
	const either = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
	const named = await Promise.all(refs.map((ref) => nameOne(ref, calls, either).catch(() => ref)));
	signal.throwIfAborted();
	return named;
}

/** `IncomingFiles.named` for Slack. */
export function createNameSlackFile({ calls }: { readonly calls: Calls }): IncomingFiles['named'] {
	return async (ref, signal) => {
		try {
			return await nameOne(ref, calls, signal);
		} catch (error) {
			signal.throwIfAborted();
			throw awayOr(new Error(slackSentence(`fetch "${ref.name}"`, error), { cause: error }));
		}
	};
}

async function nameOne(ref: FileRef, calls: Calls, signal: AbortSignal): Promise<FileRef> {
	const place = placeOfFile(ref);
	if (place === undefined || place.file !== ref.name) return ref;
	const request = { method: 'files.info', team: place.team, repeat: 'safe' } as const;
	const ask = { ...request, send: (client: WebClient) => client.files.info({ file: place.file }) };
	const { file } = await calls.run(ask, signal);
	const { name = null, title = null, size, filetype: type } = file ?? {};
	const facts = { name, title, ...(size !== undefined && { size }), ...(type !== undefined && { type }) };
	return { ...ref, ...fileRefOf(place.team, { id: place.file, ...facts }) };
}
