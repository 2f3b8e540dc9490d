import { shorten } from '../../../base/text/shorten.ts';
import type { Asker } from '../../../chat/place.ts';
import type { Sessions } from '../../../store/store.ts';
import { lookAtHistory } from '../../session/session.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import { action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';
import { loadable } from './loadable.ts';

export function loadCommand(deps: Pick<CommandDeps, 'sessions' | 'sandboxes' | 'roleOf' | 'places'>): Command {
	const { sessions, sandboxes } = deps;
	const complete = async (prefix: string, asker: Asker) =>
		(await loadable(asker, deps)).map((record) => record.id).filter((id) => id.startsWith(prefix));
	return action({
		name: 'load',
		help: 'Go on with another session you took part in',
		arguments: [{ kind: 'word', name: 'id', help: 'the id of a session', optional: true, complete }],
		again: true,
		right: 'owner',
		when: 'in-order',
		run: async ({ id }, scene) => {
			const records = await loadable(scene, deps);
			const record = records.find((one) => one.id === id);
			if (id === undefined || !record) return notFound(id, records, scene);
			const text = `Loaded ${id}: ${record.title}\n${await recap(sessions, id)}`;
			if (id === scene.id) return text;
			await sandboxes.end(scene.id);
			scene.goOnIn(id);
			return text;
		},
	});
}

function notFound(id: string | undefined, records: readonly SessionRecord[], { id: session }: CommandScene): string {
	const others = records.filter((record) => record.id !== session).slice(0, 10);
	const list = others.map((record) => `${record.id}  ${record.usedAt.slice(0, 16).replace('T', ' ')}  ${record.title}`);
	const head = id === undefined ? '' : `There is no session "${id}" that you took part in. `;
	return list.length === 0 ? `${head}There is no other session yet.` : `${head}Sessions to load:\n${list.join('\n')}`;
}

/** The last exchange of a session, so that one knows where it was. */
async function recap(sessions: Sessions, id: string): Promise<string> {
	const { messages } = await lookAtHistory(await sessions.open(id));
	const said = messages.filter((message) => message.role !== 'tool' && message.text !== '').slice(-4);
	return said
		.map((message) => `${message.role === 'user' ? '> ' : ''}${shorten(withoutNotes(message.text), 400)}`)
		.join('\n');
}

/** Drops what was noted for the Brain before a person's own words. */
function withoutNotes(text: string): string {
	return text.replace(/^(\[(Note: |Time: |From ).*\]\n)+/, '');
}
