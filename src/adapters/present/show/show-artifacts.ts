import { type Undelivered, undeliveredIn } from '../../../chat/undelivered.ts';
import { contentOf } from '../artifact-content.ts';
import type { Show } from '../presenter-deps.ts';
import type { ArtifactEvent } from '../turn-state.ts';
import { noteUndelivered } from './note-undelivered.ts';
import { postTogether } from './post-together.ts';

/**
 * Hands artifacts over together, and says by name which could not be, and why. What an earlier process has noted as refused is not sent
 * again under this key: it may have been told, and is tried by a later turn.
 */
export async function showArtifacts<Message>(show: Show<Message>, artifacts: readonly ArtifactEvent[]): Promise<void> {
	const before = artifacts.flatMap(({ key }) => undeliveredIn(show.alreadyShown, key) ?? []);
	const isSettled = new Set(before.map(({ key }) => key));
	const { refused, late } = await upload(
		show,
		artifacts.filter(({ key }) => !isSettled.has(key)),
	);
	const { session, deps, ground } = show;
	for (const file of refused) await noteUndelivered(show, file);
	const told = new Map(artifacts.map((artifact) => [artifact.key, artifact.told]));
	const news = [...before, ...refused, ...late].filter(({ key, reason }) => told.get(key) !== reason);
	await postTogether(
		show,
		news.map(({ key, reason }) => ({ key: `${key}/problem`, text: `⚠️ ${reason}` })),
	);
	const { last = ground.nowhere } = show.progress.now();
	for (const { key } of [...before, ...refused]) await deps.outbox.sent(session, key, last);
}

interface Problems {
	readonly refused: readonly Undelivered[];
	readonly late: readonly Pick<Undelivered, 'key' | 'reason'>[];
}

async function upload<Message>(show: Show<Message>, artifacts: readonly ArtifactEvent[]): Promise<Problems> {
	const { thread, session, turn, deps, ground } = show;
	if (artifacts.length === 0) return { refused: [], late: [] };
	const files = artifacts.map((artifact) => {
		const { key, name, size, remark } = artifact;
		return { key, name, size, ...(remark && { remark }), content: contentOf(artifact, session, deps.openArtifact) };
	});
	const uploads = await ground.surface.upload({ thread, session, turn, files }, deps.signal);
	return {
		refused: uploads.flatMap((one) => (one.outcome === 'refused' ? [{ ...one, key: one.file.key }] : [])),
		late: uploads.flatMap((one) => (one.outcome === 'late' ? [{ key: one.file.key, reason: one.reason }] : [])),
	};
}
