import { createCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createJumpingClock } from '../../../support/jumping-clock.ts';
import { type Answer, type ApiCall, startApiServer } from '../api/api-server.ts';
import { oneInstallation } from '../api/one-installation.ts';

/** A file on its way to the thread. */
export interface StoredFile {
	readonly id: string;
	readonly name: string;
	readonly length: number;
	bytes: Buffer | undefined;
	/** Polls until it shows. */
	left: number;
	completed: boolean;
	comment: string | undefined;
}

export interface FileServerOptions {
	/** Polls of `files.info` until a completed file shows. */
	readonly polls?: number;
	/** What a call answers instead; `does` first lets it happen. */
	readonly instead?: (call: ApiCall, nth: number) => { readonly answer: Answer; readonly does?: boolean } | undefined;
}

/** Slack's upload of files, as small as it can be: a file can be completed once, and only with all its bytes. */
export async function startFileServer({ polls = 0, instead = () => undefined }: FileServerOptions = {}) {
	const files = new Map<string, StoredFile>();
	const counts = new Map<string, number>();
	const methods: Record<string, (args: ApiCall['args']) => object> = {
		'files.getUploadURLExternal'({ filename = '', length }) {
			const id = `F${files.size + 1}`;
			const file = { id, name: filename, length: Number(length), left: polls, completed: false };
			files.set(id, { ...file, bytes: undefined, comment: undefined });
			return { ok: true, file_id: id, upload_url: `${server.origin}/upload/${id}` };
		},
		'files.completeUploadExternal': (args) => complete(files, args),
		'files.info'({ file: id = '' }) {
			const file = files.get(id);
			if (file?.bytes === undefined) return { ok: false, error: 'file_not_found' };
			const share = { ts: `300.${id}`, thread_ts: '100.000001' };
			const shown = file.completed && file.left <= 0;
			file.left -= file.completed ? 1 : 0;
			return { ok: true, file: { id, name: file.name, ...(shown ? { shares: { public: { C1: [share] } } } : {}) } };
		},
	};
	const answer = (call: ApiCall): Answer => {
		const nth = (counts.get(call.method) ?? 0) + 1;
		counts.set(call.method, nth);
		const other = instead(call, nth);
		if (other !== undefined && !other.does) return other.answer;
		const usual = upload(files, call) ?? {
			json: methods[call.method]?.(call.args) ?? { ok: false, error: 'unknown_method' },
		};
		return other?.answer ?? usual;
	};
	const server = await startApiServer(answer);
	const clock = createJumpingClock();
	const installations = oneInstallation();
	const calls = createCalls({ installations, apiUrl: server.apiUrl, log: silentLogger, clock });
	return {
		server,
		deps: { calls, clock },
		/** What stands in the thread, each completion's files with its comment. */
		shown: () => [...files.values()].filter(({ completed }) => completed),
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

function upload(files: ReadonlyMap<string, StoredFile>, { method, body, authorization }: ApiCall): Answer | undefined {
	const file = files.get(/^\/upload\/(\w+)$/.exec(method)?.[1] ?? '');
	if (file === undefined) return undefined;
	if (body.length !== file.length || authorization !== undefined) return { status: 400 };
	file.bytes = body;
	return { status: 200, text: 'OK' };
}

function complete(files: ReadonlyMap<string, StoredFile>, args: ApiCall['args']): object {
	const ids: readonly { id: string }[] = JSON.parse(args['files'] ?? '[]');
	const found = ids.map(({ id }) => files.get(id));
	if (args['channel_id'] !== 'C1' || args['thread_ts'] !== '100.000001')
		return { ok: false, error: 'channel_not_found' };
	if (found.some((file) => file?.bytes === undefined || file.completed)) return { ok: false, error: 'file_not_found' };
	if (found.some((file) => file?.name.endsWith('.exe'))) return { ok: false, error: 'file_type_not_allowed' };
	for (const file of found) if (file) Object.assign(file, { completed: true, comment: args['initial_comment'] });
	return { ok: true, files: ids };
}
