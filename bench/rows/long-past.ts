/**
 * Measures what 5,000 messages and 33 MB of past cost a session that goes on. `long-past`: to load it, ms, once its old part is closed; control:
 * a session without a past. `long-past-whole`: the same where all of it still stands in the history; control: the closed one. `long-past-turn`: what
 * the bot adds to a turn, as `turn-overhead` has it; control: a session without a past, by turns with it. `long-past-memory`: what the loaded session
 * holds, MB of a million bytes, beyond one without a past; control: where all of it stands in the history. `long-past-bytes`: bytes that a turn
 * writes into the session's folder; control: what is new of them, the journal's entries.
 */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadSession } from '../../src/agent/session/session.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { compare, interleave, spread, timed } from '../interleave.ts';
import { type Past, writePast } from '../parts/long-past.ts';
import { tempHome } from '../parts/temp-home.ts';
import { openTerminalBot, type TerminalBot } from '../parts/terminal-bot.ts';
import { timedTurn } from '../parts/timed-turn.ts';
import { watchWire } from '../parts/wire-times.ts';
import { watchWritten } from '../parts/written-bytes.ts';
import { type Row, toRow } from '../row.ts';
import { type Summary, summarise } from '../summary.ts';

export const longPast: Bench = {
	name: 'long-past',
	async run(context) {
		return [...(await kept(context)), ...(await turned(context))];
	},
};

const session = 'local-past';

/** Loading, and what is held. */
async function kept(context: BenchContext): Promise<readonly Row[]> {
	await using home = await tempHome();
	const homes = { none: join(home.path, 'none'), closed: join(home.path, 'closed'), whole: join(home.path, 'whole') };
	for (const past of ['none', 'closed', 'whole'] as const) await writePast(homes[past], session, past);
	const load = (past: Past) => () => timed(() => loaded(homes[past]));
	const repeated = { runs: 15, warmUps: 3 };
	const closed = await compare({ subject: load('closed'), control: load('none') }, repeated, context);
	const whole = await compare({ subject: load('whole'), control: load('closed') }, { runs: 5, warmUps: 1 }, context);
	const held = async (past: Past) => await residentMegabytes(homes[past]);
	const none = await held('none');
	const memory = { value: one((await held('closed')) - none), control: one((await held('whole')) - none) };
	context.say(`  load ${spread(closed.value)}; whole ${spread(whole.value)}`);
	return [
		toRow({ name: 'long-past', unit: 'ms', ...closed, goal: { of: 'value', most: 100 } }),
		toRow({ name: 'long-past-whole', unit: 'ms', ...whole }),
		toRow({ name: 'long-past-memory', unit: 'MB', ...memory, goal: { of: 'value', most: 30 } }),
	];
}

/** As a process does that has not used the session yet. */
async function loaded(home: string): Promise<void> {
	await using sessions = openSessions(home);
	await loadSession(await sessions.open(session), { session, token: 2 });
}

function one(value: number): Summary {
	return summarise([value]);
}

async function residentMegabytes(home: string): Promise<number> {
	const child = join(import.meta.dirname, '..', 'parts', 'past-child.ts');
	const words = ['--expose-gc', '--disable-warning=ExperimentalWarning', child, home, session];
	const { stdout } = await promisify(execFile)(process.execPath, words);
	return (JSON.parse(stdout) as { readonly residentBytes: number }).residentBytes / 1e6;
}

/** Turns of the whole bot. */
async function turned(context: BenchContext): Promise<readonly Row[]> {
	await using bot = await openTerminalBot(context.signal, (home, id) => writePast(home, id, 'closed'));
	await using control = await openTerminalBot(context.signal);
	using wire = watchWire();
	let turns = 0;
	const overhead = async (of: TerminalBot) => {
		const { before, after } = await timedTurn(of, wire, `hi ${++turns}`);
		return before + after;
	};
	const pair = { subject: () => overhead(bot), control: () => overhead(control) };
	const samples = await interleave(pair, { runs: 120, warmUps: 15 }, context);
	const both = { value: summarise(samples.subject), control: summarise(samples.control) };
	context.say(`  turn ${spread(both.value)}; without a past ${spread(both.control)}`);
	return [
		toRow({ name: 'long-past-turn', unit: 'ms', ...both, goal: { of: 'ratio', most: 1.2 } }),
		await written(bot, context),
	];
}

/** Characters of a message that is no mere greeting. */
const said = 'words and more of them '.repeat(130);

/** Over so many turns that a snapshot is among them. */
async function written(bot: TerminalBot, { runs }: BenchContext): Promise<Row> {
	const watch = watchWritten(join(bot.home, 'sessions', bot.session), join('state', 'journal.jsonl'));
	await watch.look();
	const counted = { all: 0, own: 0 };
	const turns = runs(50);
	for (let turn = 1; turn <= turns; turn += 1) {
		await bot.type(`n${turn} ${said}`, `answer to n${turn} `);
		await bot.service.dispatch.settled();
		const { all, own } = await watch.look();
		counted.all += all;
		counted.own += own;
	}
	const both = { value: one(counted.all / turns), control: one(counted.own / turns) };
	return toRow({ name: 'long-past-bytes', unit: 'bytes', ...both, goal: { of: 'ratio', most: 3 } });
}
