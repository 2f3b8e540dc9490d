import { type Database, inTransaction } from './database.ts';

const day = 86_400_000;

/**
 * How long the store keeps what nothing needs any more, milliseconds. Keys: platforms deliver an event
 * again for a day at most, or are caught up with from when the bot went away; a month is beyond both.
 */
export const keptMs = {
	keys: 30 * day,
	shown: 30 * day,
	questions: 30 * day,
	usage: 30 * day,
	/** Sums of a day; those of somebody who has asked to be forgotten go as soon as the day is over everywhere. */
	spent: 100 * day,
	forgotten: 2 * day,
	rest: 90 * day,
} as const;

/** Rows that one step changes, at most: a step is short enough for the process to wait for it. */
const mostRows = 500;

interface Rule {
	/** How old what goes is at least. */
	readonly ms: number;
	/** Handed the time before which what is seen is old. */
	readonly sql: string;
}

const within = `LIMIT ${mostRows}`;
const isOpen = (question: string) =>
	`CASE WHEN json_valid(${question}) THEN json_extract(${question}, '$.state') = 'open' END`;
/** Of a session with anything unfinished nothing that was shown goes: a turn that is open looks for it. */
const isIdle = `NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.session = outbox.session AND inbound IS NOT NULL)
	AND NOT EXISTS (SELECT 1 FROM records WHERE records.session = outbox.session AND kind = 'question' AND ${isOpen('value')})`;

const rules: readonly Rule[] = [
	{
		ms: keptMs.keys,
		sql: `DELETE FROM inbox WHERE position IN (SELECT position FROM inbox WHERE seen < ? AND inbound IS NULL ${within})`,
	},
	{
		ms: keptMs.shown,
		sql: `DELETE FROM outbox WHERE position IN (SELECT position FROM outbox WHERE seen < ? AND ${isIdle} ${within})`,
	},
	{
		ms: keptMs.questions,
		sql: `DELETE FROM records WHERE position IN (
			SELECT position FROM records WHERE kind = 'question' AND seen < ? AND NOT ifnull(${isOpen('value')}, 0) ${within})`,
	},
	{
		ms: keptMs.rest,
		sql: `DELETE FROM records WHERE position IN (
			SELECT position FROM records AS old WHERE kind IN ('feedback', 'proposal') AND seen < ? AND NOT EXISTS (
				SELECT 1 FROM records WHERE kind = 'question' AND id = old.id) ${within})`,
	},
	{
		ms: keptMs.rest,
		sql: `DELETE FROM records WHERE position IN (
			SELECT position FROM records WHERE kind IN ('stop', 'attempt', 'raise') AND seen < ? ${within})`,
	},
	{
		ms: keptMs.spent,
		sql: `DELETE FROM records WHERE position IN (
			SELECT position FROM records WHERE kind = 'spent' AND seen < ? ${within})`,
	},
	{
		ms: keptMs.forgotten,
		sql: `DELETE FROM records WHERE position IN (
			SELECT position FROM records WHERE kind = 'spent' AND seen < ?
				AND CASE WHEN json_valid(value) THEN json_extract(value, '$.forgotten') END ${within})`,
	},
	{
		ms: keptMs.rest,
		sql: `DELETE FROM records WHERE position IN (
			SELECT position FROM records AS old WHERE kind = 'asked' AND seen < ? AND NOT EXISTS (
				SELECT 1 FROM records AS question WHERE question.kind = 'question'
				AND question.id = CASE WHEN json_valid(old.value) THEN json_extract(old.value, '$.question') END) ${within})`,
	},
	{
		// The journal knows the highest token.
		ms: keptMs.rest,
		sql: `DELETE FROM leases WHERE session IN (SELECT session FROM leases WHERE seen < ? AND holder IS NULL ${within})`,
	},
];

const tables = ['inbox', 'outbox', 'records', 'leases'] as const;

/** One step of tidying: a bounded part of what is too old. Answers whether more may be left. */
export type TidyStep = () => boolean;

/**
 * Prunes what nothing needs any more; `now` in milliseconds since 1970. The age of a row is counted from the first step that has seen it as it is: whatever
 * changes it makes it unseen.
 */
export function createTidyStep(database: Database, now: () => number): TidyStep {
	const see = tables.map((table) =>
		database.change(
			`UPDATE ${table} SET seen = ? WHERE rowid IN (SELECT rowid FROM ${table} WHERE seen IS NULL ${within})`,
		),
	);
	const prune = rules.map(({ ms, sql }) => ({ ms, change: database.change(sql) }));
	const sumUp = createSumUp(database);
	return () =>
		inTransaction(database, () => {
			const seen = see.map((change) => change(now()));
			const pruned = prune.map(({ ms, change }) => change(now() - ms));
			return Math.max(...seen, ...pruned, sumUp(now() - keptMs.usage)) >= mostRows;
		});
}

/** Sums up the usage of a session's old model calls in one row; rows that hold something else are left out. */
function createSumUp(database: Database): (before: number) => number {
	const old = `SELECT position, session, value FROM records WHERE kind = 'usage' AND seen < ?1 AND id <> session || '/earlier'
		AND json_valid(value) ORDER BY position LIMIT ${mostRows}`;
	const field = (name: string, missing = 0) => `sum(ifnull(json_extract(value, '$.${name}'), ${missing}))`;
	const add = database.change(
		`INSERT INTO records (kind, session, id, value, seen)
		SELECT 'usage', session, session || '/earlier', json_object('inputTokens', ${field('inputTokens')},
			'outputTokens', ${field('outputTokens')}, 'calls', ${field('calls', 1)}), ?1
		FROM (${old}) GROUP BY session
		ON CONFLICT (kind, id) DO UPDATE SET value = json_object(
			'inputTokens', json_extract(value, '$.inputTokens') + json_extract(excluded.value, '$.inputTokens'),
			'outputTokens', json_extract(value, '$.outputTokens') + json_extract(excluded.value, '$.outputTokens'),
			'calls', json_extract(value, '$.calls') + json_extract(excluded.value, '$.calls'))`,
	);
	const remove = database.change(`DELETE FROM records WHERE position IN (SELECT position FROM (${old}))`);
	return (before) => {
		if (add(before) === 0) return 0;
		return remove(before);
	};
}
