import type { SessionRecord } from '../../agent/session/session-record.ts';
import { ProblemError } from '../../base/errors.ts';
import { closestName } from '../../base/text/closest-name.ts';
import { sanitise } from '../../sandbox/guest/sanitise.ts';
import { deleteSession } from './delete-session.ts';
import { exportSession } from './export-session.ts';
import { type Known, knownSessions, sessionLeft } from './known-sessions.ts';

export type SessionsRequest =
	| { readonly action: 'list' }
	| { readonly action: 'show'; readonly id: string }
	| { readonly action: 'export'; readonly id: string; readonly output: string }
	| { readonly action: 'delete'; readonly id: string; readonly yes: boolean };

export interface SessionsOptions {
	/** The data folder. All but deleting only reads it: a bot may be running on it. */
	readonly home: string;
	/** Standard output, and standard error for remarks. */
	readonly write: (text: string) => void;
	readonly say: (text: string) => void;
}

/** `threadsmith sessions …`. Resolves with the exit code; rejects with a `ProblemError` that says what is not there. */
export async function runSessions(request: SessionsRequest, { home, write, say }: SessionsOptions): Promise<number> {
	const known = await knownSessions(home);
	if (request.action === 'list') {
		const lines = known.map(({ view, record }) => lineOf(view.id, record));
		write(sanitise(lines.length === 0 ? `There is no session in "${home}".\n` : lines.join('')));
		return 0;
	}
	const isMeant = ({ view }: Known) => view.id === request.id;
	const found = known.find(isMeant) ?? (request.action === 'delete' ? await sessionLeft(home, request.id) : undefined);
	if (!found) throw nothingThere(request.id, home, known);
	if (request.action === 'show') write(sanitise(await showText(found)));
	else if (request.action === 'export') {
		await exportSession(home, found.view, request.output);
		say(`Copied to ${request.output}\n`);
	} else if (request.yes) say(`${await deleteSession(home, found)}.\n`);
	else {
		write(sanitise(await showText(found)));
		say('Nothing was deleted. With --yes all of it is, for good; a tool that was shared stays in its catalog.\n');
		return 1;
	}
	return 0;
}

function lineOf(id: string, record: SessionRecord | undefined): string {
	if (!record) return `${id}  (its session.json is damaged)\n`;
	return `${id}  ${timeOf(record.usedAt)}  ${record.owner.name}: ${record.title}\n`;
}

function timeOf(iso: string): string {
	return iso.slice(0, 16).replace('T', ' ');
}

async function showText({ view, record }: Known): Promise<string> {
	const [entries, inputs, outputs] = await Promise.all([
		view.journal.after(0),
		view.files.list('inputs'),
		view.files.list('outputs'),
	]);
	const messages = entries.filter(({ step }) => step.type === 'taken').length;
	const counted = (files: typeof inputs) => `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
	const names = (files: typeof inputs) => files.map(({ name, size }) => `\n  ${name} (${size} bytes)`).join('');
	const facts = record && [
		`Title         ${record.title}`,
		`Owner         ${record.owner.name} (${record.owner.id})`,
		`Participants  ${record.participants.map(({ name, id }) => `${name} (${id})`).join(', ')}`,
		`Thread        ${record.thread.platform} ${record.thread.id}`,
		`Used          ${timeOf(record.createdAt)} to ${timeOf(record.usedAt)}`,
	];
	const kept = [
		`Messages      ${messages}, in ${entries.length} entries of the journal`,
		`Handed in     ${counted(inputs)}${names(inputs)}`,
		`Handed over   ${counted(outputs)}${names(outputs)}`,
	];
	return `${[view.id, ...(facts ?? []), ...kept].join('\n')}\n`;
}

function nothingThere(id: string, home: string, known: readonly Known[]): ProblemError {
	const closest = closestName(
		id,
		known.map(({ view }) => view.id),
	);
	const mend = closest === undefined ? 'threadsmith sessions list names those there are' : `Did you mean ${closest}?`;
	return new ProblemError(`There is no session "${id}" in "${home}"`, mend);
}
