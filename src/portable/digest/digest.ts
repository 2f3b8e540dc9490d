import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readRegistry } from '../../agent/forge/registry/registry.ts';
import { codeOf } from '../../base/errors.ts';
import { readFeedback } from '../../store/embedded/read-feedback.ts';
import { fileProblem } from '../../store/files/file-problem.ts';
import { layoutOf, sessionsIn } from '../../store/session/layout.ts';
import { openSessions, viewSession } from '../../store/session/session-folder.ts';
import { type Counted, countedIn, tallyOf } from './count-log.ts';
import { countTurns } from './count-turns.ts';
import { type Counts, noCounts, sum, tallied } from './counts.ts';
import { digestRows, digestText } from './digest-text.ts';

export interface DigestOptions {
	/** The data folder. It is only read: a bot may be running on it. */
	readonly home: string;
	/** Standard output, and standard error for remarks about it. */
	readonly write: (text: string) => void;
	readonly say: (text: string) => void;
	/** Milliseconds since 1970; default: the machine's clock. */
	readonly now?: number;
}

export interface DigestRequest {
	/** How many days back; default: 7. */
	readonly days: number;
	readonly json: boolean;
}

const dayMs = 86_400_000;

/** `threadsmith digest`: counts of the last days, free of anybody's words. Resolves with the exit code; rejects with `ProblemError`. */
export async function runDigest({ days, json }: DigestRequest, options: DigestOptions): Promise<number> {
	const { home, write, say, now = Date.now() } = options;
	const { counts, damaged } = await readCounts(home, now - days * dayMs);
	if (damaged > 0) say(`Left out: ${damaged} ${damaged === 1 ? 'session' : 'sessions'} that cannot be read\n`);
	write(json ? digestRows(counts) : digestText(counts, days));
	return 0;
}

/** All sessions together. One that is damaged is left out. */
export async function readCounts(
	home: string,
	since: number,
): Promise<{ readonly counts: Counts; readonly damaged: number }> {
	let counts: Counts = { ...noCounts, thumbs: thumbsIn(home, since) };
	let damaged = 0;
	await using sessions = openSessions(home);
	for (const id of await sessions.list()) {
		try {
			counts = sum(counts, await countsOf(home, id, since));
		} catch {
			damaged += 1;
		}
	}
	return { counts, damaged };
}

function thumbsIn(home: string, since: number): Counts['thumbs'] {
	const values = readFeedback(join(home, 'store.db')).filter(({ at }) => at >= since);
	return tallied(values.map(({ value }) => value).filter((value) => value === 'good' || value === 'bad'));
}

async function countsOf(home: string, id: string, since: number): Promise<Counts> {
	const view = viewSession(home, id);
	const { tools } = await readRegistry(view);
	const aside = tools.filter(({ versions }) => versions.every(({ quarantined }) => quarantined));
	const kept = { ...noCounts, tools: tools.length, quarantined: aside.length };
	const { journal, logs } = layoutOf(sessionsIn(home), id);
	if (!(await isNewer(journal, since))) return kept;
	const counted = await linesIn(logs, since);
	return {
		...kept,
		...countTurns(await view.journal.after(0), since),
		...{ sessions: 1, failures: tallyOf(counted, 'failures'), tries: tallyOf(counted, 'tries') },
	};
}

async function linesIn(folder: string, since: number): Promise<readonly Counted[]> {
	const counted: Counted[] = [];
	for (const name of await namesIn(folder)) {
		const path = join(folder, name);
		if (!(await isNewer(path, since))) continue;
		for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
			const one = countedIn(line, since);
			if (one) counted.push(one);
		}
	}
	return counted;
}

async function namesIn(folder: string): Promise<readonly string[]> {
	return await readdir(folder).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [];
		throw fileProblem(error, folder);
	});
}

async function isNewer(path: string, since: number): Promise<boolean> {
	return await stat(path).then(
		({ mtimeMs }) => mtimeMs >= since,
		() => false,
	);
}
