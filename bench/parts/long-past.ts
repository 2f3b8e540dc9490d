import { join } from 'node:path';
import { loadSession } from '../../src/agent/session/session.ts';
import { writeAtomically } from '../../src/store/files/write-atomically.ts';
import type { JournalEntry, Message, Step } from '../../src/store/journal.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';

/** None; one whose old part is closed, as it is once the history was compacted to a summary; or one that stands in the history as a whole. */
export type Past = 'none' | 'closed' | 'whole';

const turns = 833;
/** Characters of each message: of all 5,000, 33 MB. */
const length = 6_600;

/** Gives a session in the data folder 5,000 messages and 33 MB of past. The folder is nobody's meanwhile. */
export async function writePast(home: string, session: string, past: Past): Promise<void> {
	if (past === 'none') return;
	await using sessions = openSessions(home);
	const folder = await sessions.open(session);
	const lines = entries().map((entry) => `${JSON.stringify(entry)}\n`);
	await writeAtomically(join(home, 'sessions', session, 'state', 'journal.jsonl'), lines.join(''));
	const loaded = await loadSession(folder, { session, token: 1 });
	if (past === 'closed') for (const step of compacted) await loaded.record(step);
	await loaded.rest();
}

const summary: readonly Message[] = [
	{ role: 'user', text: `[What was said before]\n${'A fact that is kept. '.repeat(100)}` },
	{ role: 'assistant', text: 'I know.', calls: [] },
];
/** The steps that leave a summary of it in the history, whatever compacts it. */
const compacted: readonly Step[] = [
	{ type: 'cleared', backup: 'bench' },
	{ type: 'restored', messages: [...summary] },
];

function entries(): readonly JournalEntry[] {
	const steps = Array.from({ length: turns }, (_, at) => turnOf(`t${at + 1}`)).flat();
	return steps.map((step, at) => ({ seq: at + 1, at: '2026-01-01T00:00:00.000Z', lease: 1, step }));
}

/** Six messages: a question, two calls with their results, an answer. */
function turnOf(turn: string): readonly Step[] {
	const thread = { platform: 'terminal' as const, id: 'bench' };
	const message: Message = { role: 'user', text: words() };
	return [
		{ turn, type: 'taken', keys: [turn], thread, message, placed: [], refused: [] },
		...['a', 'b'].flatMap((name) => callOf(turn, `${turn}${name}`)),
		{ turn, type: 'model', message: { role: 'assistant', text: words(), calls: [] } },
		{ turn, type: 'ended', outcome: { outcome: 'done' } },
		{ turn, type: 'shown' },
	];
}

function callOf(turn: string, callId: string): readonly Step[] {
	const call = { id: callId, name: 'bash', arguments: '{"command":"true"}' };
	return [
		{ turn, type: 'model', message: { role: 'assistant', text: words(), calls: [call] } },
		{ turn, type: 'tool-started', callId, tool: 'bash', title: 'true' },
		{ turn, type: 'tool-finished', callId, ok: true, text: words(), ms: 1 },
	];
}

let seed = 1;

/** Words that repeat about as much as those of people do, the same ones in each run. */
function words(): string {
	let text = '';
	while (text.length < length) {
		seed = (seed * 48_271) % 2_147_483_647;
		text += `${(seed % 5_000).toString(36)} `;
	}
	return text.slice(0, length);
}
