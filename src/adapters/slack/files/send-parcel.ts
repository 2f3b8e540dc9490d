import { type Clock, sleep } from '../../../base/clock.ts';
import { mayPass, Refusal } from '../../ask-again.ts';
import type { Calls } from '../api/calls.ts';

export interface SendParcelDeps {
	readonly calls: Calls;
	readonly clock: Clock;
}

export interface ParcelBytes {
	readonly team: string;
	readonly name: string;
	readonly bytes: Uint8Array;
}

const maxTries = 3;
const firstPauseMs = 500;
/** For the largest file over a slow line. */
const timeoutMs = 5 * 60_000;

/**
 * Hands a file's bytes to Slack, which shows them to nobody yet; resolves with the file's id. What fails on the way begins anew: an id
 * that is not completed is forgotten by Slack. Rejects as `Calls` do, or with a sentence.
 */
export async function sendParcel(deps: SendParcelDeps, parcel: ParcelBytes, signal: AbortSignal): Promise<string> {
	for (let tries = 1; ; tries += 1) {
		const { id, url } = await askForUrl(deps.calls, parcel, signal);
		const failure = await postBytes(url, parcel.bytes, signal);
		if (failure === undefined) return id;
		if (tries === maxTries) throw new Error(failure.message, { cause: failure });
		await sleep(deps.clock, firstPauseMs * 2 ** (tries - 1), signal);
	}
}

async function askForUrl(calls: Calls, { team, name, bytes }: ParcelBytes, signal: AbortSignal) {
	// An id too many harms nobody.
	const request = { method: 'files.getUploadURLExternal', team, repeat: 'safe' } as const;
	const query = { filename: name, length: bytes.length };
	const answer = await calls.run({ ...request, send: (client) => client.files.getUploadURLExternal(query) }, signal);
	const { upload_url: url, file_id: id } = answer;
	if (!url || !id) throw new Error('Slack gave no address for the upload');
	return { url, id };
}

/** The token does not go there: the address itself is the permission. */
async function postBytes(url: string, bytes: Uint8Array, signal: AbortSignal): Promise<Error | undefined> {
	try {
		const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
		const headers = { 'Content-Type': 'application/octet-stream' };
		const answer = await fetch(url, {
			method: 'POST',
			headers,
			body: asBody(bytes),
			redirect: 'error',
			signal: either,
		});
		await answer.body?.cancel();
		if (answer.ok) return undefined;
		const { status } = answer;
		return new Refusal(`Slack answered the upload with status ${status}`, { mayPass: mayPass(status) });
	} catch (error) {
		signal.throwIfAborted();
		return new Refusal('the connection to Slack failed', { cause: error, mayPass: true });
	}
}

/** The types know no bytes over shared memory; there are none here. */
function asBody(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	return bytes as Uint8Array<ArrayBuffer>;
}
