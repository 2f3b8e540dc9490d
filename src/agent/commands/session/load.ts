import { ageOf } from '../../../base/text/age.ts';
import { shorten } from '../../../base/text/shorten.ts';
import type { Asker } from '../../../chat/place.ts';
import type { Sessions } from '../../../store/store.ts';
import { ownWords } from '../../session/own-words.ts';
import { lookAtHistory } from '../../session/session.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import { action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';
import { sessionsMeant } from './find-session.ts';
import { loadable } from './loadable.ts';

export function loadCommand(deps: Pick<CommandDeps, 'sessions' | 'sandboxes' | 'roleOf' | 'places'>): Command {
	const { sessions, sandboxes } = deps;
	const complete = async (prefix: string, asker: Asker) =>
		(await loadable(asker, deps)).map((record) => record.id).filter((id) => id.startsWith(prefix));
	return action({
		name: 'load',
		help: 'Go on with another session you took part in',
		arguments: [
			{ kind: 'word', name: 'id', help: 'the id of a session, or a word of its title', optional: true, complete },
		],
		again: true,
		right: 'owner',
		when: 'in-order',
		run: async ({ id: meant }, scene) => {
			const records = await loadable(scene, deps);
			const found = meant === undefined ? [] : sessionsMeant(meant, records);
			const [record, ...others] = found;
			if (!record) return notFound(meant, records, scene);
			if (others.length > 0) return `Which of these?\n${listed(found.slice(0, mostListed))}`;
			const { id } = record;
			const text = `Loaded ${id}: ${record.title}\n${await recap(sessions, id)}`;
			if (id === scene.id) return text;
			await sandboxes.end(scene.id);
			scene.goOnIn(id);
			return text;
		},
	});
}

function notFound(id: string | undefined, records: readonly SessionRecord[], { id: session }: CommandScene): string {
	const list = records.filter((record) => record.id !== session).slice(0, mostListed);
	const head = id === undefined ? '' : `There is no session "${id}" that you took part in. `;
	return list.length === 0 ? `${head}There is no other session yet.` : `${head}Sessions to load:\n${listed(list)}`;
}

const mostListed = 10;

function listed(records: readonly SessionRecord[]): string {
	const age = ({ usedAt }: SessionRecord) => ageOf(Date.now() - Date.parse(usedAt));
	return records.map((record) => `${record.id}  ${age(record)}  ${record.title}`).join('\n');
}

/** The last exchange of a session, so that one knows where it was. */
async function recap(sessions: Sessions, id: string): Promise<string> {
	const { messages } = await lookAtHistory(await sessions.open(id));
	const said = messages.filter((message) => message.role !== 'tool' && message.text !== '').slice(-4);
	return said
		.map(
			(message) =>
				`${message.role === 'user' ? '> ' : ''}${shorten(message.role === 'user' ? ownWords(message.text) : message.text, 400)}`,
		)
		.join('\n');
}
