import type { Person } from '../../store/inbound.ts';
import type { Sessions } from '../../store/store.ts';
import { may, type RoleOf } from '../people.ts';
import { lookAtHistory } from '../session/session.ts';
import { readRecord, type SessionRecord, standingOf } from '../session/session-record.ts';
import { shorten } from '../shorten.ts';
import { atMostOneWord } from './arguments.ts';
import type { Command, CommandScene } from './command.ts';
import type { CommandDeps } from './table.ts';

export function loadCommand({
	store,
	sessions,
	sandboxes,
	roleOf,
}: Pick<CommandDeps, 'store' | 'sessions' | 'sandboxes' | 'roleOf'>): Command {
	const complete = async (prefix: string, person: Person) =>
		(await loadable(sessions, person, roleOf)).map((record) => record.id).filter((id) => id.startsWith(prefix));
	return {
		info: { name: 'load', usage: 'load <id>', help: 'Go on with another session you took part in', complete },
		args: atMostOneWord,
		right: 'owner',
		when: 'in-order',
		run: async (id, scene) => {
			const records = await loadable(sessions, scene.person, roleOf);
			const record = records.find((one) => one.id === id);
			if (!record) return notFound(id, records, scene);
			await store.bindings.bind(scene.thread, id);
			if (id !== scene.id) await sandboxes.end(scene.id);
			return `Loaded ${id}: ${record.title}\n${await recap(sessions, id)}`;
		},
	};
}

/** The sessions this person took part in, newest first; unreadable ones are left out. */
export async function loadable(sessions: Sessions, person: Person, roleOf: RoleOf): Promise<SessionRecord[]> {
	const records = await Promise.all((await sessions.list()).map((id) => recordOf(sessions, id)));
	return records
		.filter((record) => record !== undefined)
		.filter((record) => may(standingOf(person, record, roleOf), 'participant'))
		.sort((a, b) => b.usedAt.localeCompare(a.usedAt));
}

async function recordOf(sessions: Sessions, id: string): Promise<SessionRecord | undefined> {
	try {
		return await readRecord(await sessions.open(id));
	} catch {
		return undefined;
	}
}

function notFound(id: string, records: readonly SessionRecord[], { id: session }: CommandScene): string {
	const others = records.filter((record) => record.id !== session).slice(0, 10);
	const list = others.map((record) => `${record.id}  ${record.usedAt.slice(0, 16).replace('T', ' ')}  ${record.title}`);
	const head = id === '' ? '' : `There is no session "${id}" that you took part in. `;
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

/** What a person wrote, without what was noted for the Brain before it. */
function withoutNotes(text: string): string {
	return text.replace(/^(\[(Note: |From ).*\]\n)+/, '');
}
