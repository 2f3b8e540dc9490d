import { randomUUID } from 'node:crypto';
import type { Usage } from '../../../chat/usage.ts';
import { usualPrefix } from '../../compaction/fill.ts';
import type { Scene } from '../../compaction/scene.ts';
import { undoCompaction } from '../../compaction/undo.ts';
import { countingTokens } from '../../model/spending.ts';
import { brainOf } from '../../session/choices/brain-choice.ts';
import { action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

type CompactDeps = Pick<CommandDeps, 'compaction' | 'models' | 'store'>;

export function compactCommand(deps: CompactDeps): Command {
	return action({
		name: 'compact',
		help: 'Put the conversation into a summary, or take that back by "undo"',
		arguments: [{ kind: 'words', name: 'keep', help: 'what must not be lost, or: undo', optional: true }],
		right: 'participant',
		when: 'in-order',
		long: true,
		run: async ({ keep }, scene) => {
			const { session } = scene;
			if (!session) throw new Error('Cannot compact the conversation: the session is in use');
			const brain = await brainOf(scene.folder, deps.models);
			const at = { session, model: brain.model.name, prefix: usualPrefix, record: session.record };
			return keep?.toLowerCase() === 'undo' ? await undo(at) : await compact(keep, at, scene, deps);
		},
	});
}

async function undo(at: Scene): Promise<string> {
	if (!(await undoCompaction(at))) return 'There is no summary to take back.';
	return 'The summary is taken back: the conversation is whole again, and goes on with what was said since.';
}

async function compact(
	wish: string | undefined,
	at: Scene,
	{ id, signal, spell }: CommandScene,
	{ compaction, store }: CompactDeps,
): Promise<string> {
	const spend = (usage: Usage) => store.records.put('usage', id, `${id}/compact/${randomUUID()}`, usage);
	const { times } = at.session.history().window;
	const text = await countingTokens(spend, () => compaction.now(wish, at, signal));
	const isDone = at.session.history().window.times > times;
	return isDone ? `${text}. ${spell('compact undo')} takes it back.` : `${text}.`;
}
