import { createHash } from 'node:crypto';
import type { AgentEvent } from '../../../chat/events.ts';
import type { Question } from '../../../chat/question.ts';

/** The file that is read above a question of a turn, before it is answered. None for a question that is put to admins directly: they get it with that. Pure. */
export function readingOf(turn: string, { file, policy, name: question }: Question): AgentEvent[] {
	if (!file || policy === 'first-directly') return [];
	const { name, text } = file;
	const sha256 = createHash('sha256').update(text).digest('hex');
	return [
		{
			type: 'artifact',
			key: `${turn}/${question}-${sha256.slice(0, 12)}-${name}/artifact`,
			name,
			size: Buffer.byteLength(text),
			sha256,
			text,
		},
	];
}
