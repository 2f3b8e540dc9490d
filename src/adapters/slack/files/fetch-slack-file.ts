import type { Clock } from '../../../base/clock.ts';
import type { FileRef } from '../../../chat/inbound.ts';
import type { IncomingFiles } from '../../adapter.ts';
import { Refusal } from '../../ask-again.ts';
import type { IsOwn } from '../../intake/download.ts';
import { createFetchFile, type FoundFile, hasLength, isPage } from '../../intake/fetch-file.ts';
import type { Calls } from '../api/calls.ts';
import { slackSentence } from '../api/problems/slack-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import type { Installations } from '../installations.ts';
import { type FileFacts, fileFacts, type SlackFile } from './file-facts.ts';
import { placeOfFile } from './file-refs.ts';
import { inlineBytes } from './inline-file.ts';
import { createIsSlack, openDownload } from './open-download.ts';

export interface FetchFileDeps {
	readonly calls: Calls;
	readonly installations: Installations;
	/** The API's root; undefined: Slack's own. */
	readonly apiUrl: string | undefined;
	readonly clock: Clock;
}

/** `IncomingFiles.fetch` for Slack. */
export function createFetchSlackFile(deps: FetchFileDeps): IncomingFiles['fetch'] {
	const parts = { ...deps, isSlack: createIsSlack(deps.apiUrl) };
	const fetchFile = createFetchFile({
		platform: 'Slack',
		find: (file, signal) => find(file, parts, signal),
		sentence: slackSentence,
		awayOr,
	});
	return async function* fetchSlackFile(file, signal) {
		const bytes = inlineBytes(file);
		if (bytes) yield bytes;
		else yield* fetchFile(file, signal);
	};
}

type Parts = FetchFileDeps & { readonly isSlack: IsOwn };

async function find(ref: FileRef, parts: Parts, signal: AbortSignal): Promise<FoundFile> {
	const place = placeOfFile(ref);
	if (place === undefined) throw new Refusal('it is not a file of Slack');
	const facts = fileFacts(await askFor(parts.calls, place, signal));
	if (facts.kind === 'not-there') throw new Refusal(facts.reason);
	const { token } = await parts.installations.of(place.team);
	return {
		size: facts.size,
		open: (until) => openDownload(parts, { url: facts.url, token }, until),
		strange: (answer, first) => loginPageIn(answer, facts, first),
	};
}

async function askFor(
	calls: Calls,
	{ team, file }: { team: string; file: string },
	signal: AbortSignal,
): Promise<SlackFile> {
	const request = { method: 'files.info', team, repeat: 'safe' } as const;
	const answer = await calls.run({ ...request, send: (client) => client.files.info({ file }) }, signal);
	if (answer.file === undefined) throw new Refusal('it is not there any more');
	return answer.file;
}

/**
 * Slack answers with its page to log in, status 200, in place of a file when the token lacks the scope files:read. It is known by its type or,
 * where that says nothing, by its first bytes, unless it is as long as the file.
 */
function loginPageIn(
	answer: Response,
	{ size, isPage: isPageItself }: Extract<FileFacts, { kind: 'there' }>,
	first: Uint8Array = new Uint8Array(),
): Refusal | undefined {
	const isLogin = isPage(answer) || (startsAsPage(first) && !hasLength(answer, size));
	if (isPageItself || !isLogin) return undefined;
	return new Refusal(
		"Slack sent a page to log in. The app lacks the scope files:read: add it to the bot's scopes, and reinstall the app",
	);
}

function startsAsPage(first: Uint8Array): boolean {
	return /^\s*<(?:!doctype html|html)[\s>]/i.test(Buffer.from(first.subarray(0, 200)).toString('latin1'));
}
