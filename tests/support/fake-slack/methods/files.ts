import { z } from 'zod';
import { ApiError, type Call, count, json, jsonList, type Method, method, text, ts } from '../api/method.ts';
import { checkMessageBlocks } from '../blocks/check-blocks.ts';
import { storeFile } from '../file-store.ts';
import { addMessage, announce } from '../messages.ts';
import type { StoredFile } from '../records.ts';
import { wireFile } from '../wire/wire-file.ts';
import type { Json, World } from '../world.ts';
import { postableChannel, threadFor } from './places.ts';

const read = { token: 'bot', scopes: ['files:read'] } as const;
const write = { token: 'bot', scopes: ['files:write'] } as const;

const getUploadUrl = method(
	{ ...write, tier: 4 },
	{ filename: text, length: count, alt_txt: text.optional(), alt_text: text.optional(), snippet_type: text.optional() },
	(args, { world, team }) => {
		if (args.length < 1 || args.filename === '') throw new ApiError('missing_argument');
		const file = storeFile(world, {
			...{ team: team.id, user: team.botUser, name: args.filename },
			...{ bytes: new Uint8Array(), length: args.length, state: 'reserved' },
		});
		return { upload_url: `${world.url}/upload/v1/${file.id}`, file_id: file.id };
	},
);

const completed = z.strictObject({
	id: z.string(),
	title: z.string().optional(),
	highlight_type: z.string().optional(),
});

const complete = method(
	{ ...write, tier: 4 },
	{
		files: json(z.array(completed).min(1)),
		channel_id: text.optional(),
		thread_ts: ts.optional(),
		initial_comment: text.optional(),
		blocks: jsonList.optional(),
	},
	(args, call) => {
		const { world } = call;
		const channel = args.channel_id === undefined ? undefined : postableChannel(call, args.channel_id).id;
		const threadTs = channel && threadFor(world, channel, args.thread_ts);
		const files = args.files.map(({ id }) => uploadedFile(call, id));
		for (const [index, file] of files.entries()) {
			file.state = 'completed';
			file.title = args.files[index]?.title ?? file.name;
			file.pollsLeft = world.options.sharePolls;
		}
		// A comment wins over blocks.
		const blocks = args.blocks && !args.initial_comment ? checkMessageBlocks(world, args.blocks) : undefined;
		if (channel) shareLater(call, files, { channel, threadTs, text: args.initial_comment ?? '', blocks });
		// As long as Slack looks at a file, it says no more about it than this.
		return { files: files.map(({ id, title }) => ({ id, title })) };
	},
);

function uploadedFile({ world, team }: Call, id: string): StoredFile {
	const file = world.files.get(id);
	if (!file || file.team !== team.id || file.state === 'reserved') throw new ApiError('file_not_found');
	if (file.state === 'completed') throw new ApiError('file_update_failed');
	return file;
}

interface Place {
	readonly channel: string;
	readonly threadTs: string | undefined;
	readonly text: string;
	readonly blocks: readonly Json[] | undefined;
}

/** One message for all files; at once, or when `files.info` was asked often enough. */
function shareLater({ world, team }: Call, files: readonly StoredFile[], place: Place): void {
	const fileIds = files.map(({ id }) => id);
	const share = {
		files: fileIds,
		post() {
			for (const file of files) file.share = undefined;
			const author = { user: team.botUser, botId: team.botId };
			void announce(world, addMessage(world, { ...place, ...author, fileIds, subtype: 'file_share' }));
		},
	};
	for (const file of files) file.share = share;
	if (world.options.sharePolls === 0) share.post();
}

const info = method(
	{ ...read, tier: 4 },
	{ file: text, cursor: text.optional(), limit: count.optional(), page: count.optional(), count: count.optional() },
	(args, call) => {
		const file = call.world.files.get(args.file);
		if (!file || file.state === 'reserved') throw new ApiError('file_not_found');
		if (file.mode === 'tombstone') throw new ApiError('file_deleted');
		poll(file);
		// Asked for, the stub becomes a file.
		return { file: describe(call.world, file), comments: [], response_metadata: { next_cursor: '' } };
	},
);

function poll(file: StoredFile): void {
	if (!file.share) return;
	if (file.pollsLeft > 0) file.pollsLeft -= 1;
	else file.share.post();
}

function describe(world: World, file: StoredFile): Json | undefined {
	return wireFile(world, file.id, false);
}

const remove = method({ ...write, tier: 3 }, { file: text }, (args, { world, team }) => {
	const file = world.files.get(args.file);
	if (!file) throw new ApiError('file_not_found');
	if (file.user !== team.botUser) throw new ApiError('cant_delete_file');
	file.mode = 'tombstone';
	return {};
});

export const fileMethods: Readonly<Record<string, Method>> = {
	'files.getUploadURLExternal': getUploadUrl,
	'files.completeUploadExternal': complete,
	'files.info': info,
	'files.delete': remove,
};
