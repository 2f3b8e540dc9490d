import type { StoredFile } from '../records.ts';
import type { Json, World } from '../world.ts';

/** A file as Slack sends it; a stub says no more than that it must be asked for. */
export function wireFile(world: World, id: string, stub: boolean): Json | undefined {
	const file = world.files.get(id);
	if (!file) return undefined;
	if (stub) return { id, mode: 'file_access', file_access: 'check_file_info' };
	if (file.mode === 'tombstone' || file.mode === 'hidden_by_limit') return { id, mode: file.mode };
	if (file.access === 'access_denied') return { id, mode: 'file_access', file_access: 'access_denied' };
	const extension = file.name.includes('.') ? (file.name.split('.').at(-1) ?? '') : '';
	const place = `${world.url}/files-pri/${file.team}-${id}`;
	const bytes =
		file.mode === 'external' ? {} : { url_private_download: `${place}/download/${encodeURIComponent(file.name)}` };
	return {
		id,
		created: Math.floor(world.clock.now() / 1000),
		name: file.name,
		title: file.title,
		mimetype: file.mimetype,
		filetype: extension,
		pretty_type: extension.toUpperCase(),
		user: file.user,
		user_team: file.team,
		editable: false,
		size: file.bytes.length,
		mode: file.mode,
		is_external: file.mode === 'external',
		file_access: 'visible',
		url_private:
			file.mode === 'external' ? 'https://elsewhere.example/file' : `${place}/${encodeURIComponent(file.name)}`,
		...bytes,
		permalink: `${world.url}/archives/files/${id}`,
		...sharesOf(world, file),
	};
}

/** Missing until Slack has shared the file. */
function sharesOf(world: World, { shares }: StoredFile): Json {
	if (shares.length === 0) return {};
	const byKind = { public: {} as Record<string, object[]>, private: {} as Record<string, object[]> };
	for (const { channel, ts, threadTs } of shares) {
		const side = world.channels.get(channel)?.kind === 'channel' ? byKind.public : byKind.private;
		side[channel] = [...(side[channel] ?? []), { ts, ...(threadTs ? { thread_ts: threadTs } : {}) }];
	}
	const sides = Object.entries(byKind).filter(([, channels]) => Object.keys(channels).length > 0);
	return { shares: Object.fromEntries(sides), channels: shares.map(({ channel }) => channel) };
}
