import type { Clock } from '../../../base/clock.ts';
import type { ProblemError } from '../../../base/errors.ts';
import { formatBytes } from '../../../base/format-bytes.ts';
import type { FileRef } from '../../../chat/inbound.ts';
import { Refusal } from '../../ask-again.ts';
import { createStall, type Stall } from '../../stall.ts';
import type { Calls } from '../api/calls.ts';
import { slackProblem } from '../api/problems/slack-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import type { Installations } from '../installations.ts';
import { type FileFacts, fileFacts, type SlackFile } from './file-facts.ts';
import { placeOfFile } from './file-refs.ts';
import { isLoginPage, startsAsPage } from './login-page.ts';
import { openDownload } from './open-download.ts';
import { createIsSlack, type IsSlack } from './slack-hosts.ts';

export interface FetchFileDeps {
	readonly calls: Calls;
	readonly installations: Installations;
	/** The API's root; undefined: Slack's own. */
	readonly apiUrl: string | undefined;
	readonly clock: Clock;
}

/** The bytes of a file that somebody shared. Throws a sentence for people that names the file, or the signal's reason. */
export type FetchSlackFile = (file: FileRef, signal: AbortSignal) => AsyncIterable<Uint8Array>;

type There = Extract<FileFacts, { kind: 'there' }>;

/** A download that brings nothing for this long is given up. */
const stallMs = 60_000;

export function createFetchSlackFile(deps: FetchFileDeps): FetchSlackFile {
	const isSlack = createIsSlack(deps.apiUrl);
	return async function* fetchSlackFile(file, signal) {
		try {
			yield* bytesOf({ ...deps, isSlack }, file, signal);
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			const action = `fetch "${file.name}"`;
			const told =
				error instanceof Refusal
					? new Error(`Cannot ${action}: ${error.message}`, { cause: error })
					: asSentence(slackProblem(action, error));
			throw awayOr(told);
		}
	};
}

function asSentence({ message, mend, cause }: ProblemError): Error {
	return new Error(`${message}. ${mend}`, { cause });
}

async function* bytesOf(
	deps: FetchFileDeps & { readonly isSlack: IsSlack },
	ref: FileRef,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	signal.throwIfAborted();
	const place = placeOfFile(ref);
	if (place === undefined) throw new Refusal('it is no file of Slack');
	const facts = fileFacts(await askFor(deps.calls, place, signal));
	if (facts.kind === 'not-there') throw new Refusal(facts.reason);
	const { token } = await deps.installations.of(place.team);
	using stall = createStall({
		ms: stallMs,
		platform: 'Slack',
		refusal: (why, options) => new Refusal(why, { ...options, mayPass: true }),
	});
	const either = AbortSignal.any([signal, stall.signal]);
	const answer = await openDownload(deps, { url: facts.url, token }, either).catch(stall.explain);
	yield* checked(answer, facts, stall);
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

/** The body's bytes, as many as Slack says there are, and none of a page to log in. */
async function* checked(answer: Response, { size, isPage }: There, stall: Stall): AsyncGenerator<Uint8Array> {
	if (answer.body === null) throw new Refusal('Slack sent nothing');
	if (!isPage && isLoginPage(answer)) throw loginRefusal();
	let received = 0;
	for await (const chunk of stall.watch(answer.body)) {
		if (received === 0 && !isPage && startsAsPage(chunk, answer, size)) throw loginRefusal();
		received += chunk.length;
		if (size !== undefined && received > size) break;
		yield chunk;
	}
	if (size !== undefined && received !== size) throw wrongSize(size, received);
}

function loginRefusal(): Refusal {
	return new Refusal(
		"Slack sent a page to log in. The app lacks the scope files:read: add it to the bot's scopes, and reinstall the app",
	);
}

function wrongSize(size: number, received: number): Refusal {
	const got = received > size ? 'more' : `${formatBytes(received)} of them`;
	return new Refusal(`it has ${formatBytes(size)}, but Slack sent ${got}. Send it again`);
}
