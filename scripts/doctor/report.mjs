/** How wide the words before a finding are: the verdict, and the longest name. */
const verdictWidth = 7;
const nameWidth = 24;

const verdicts = {
	ok: { word: 'ok', colour: 32 },
	problem: { word: 'problem', colour: 31 },
	unknown: { word: 'unknown', colour: 33 },
};

const verdictOf = ({ met }) => verdicts[met === undefined ? 'unknown' : met ? 'ok' : 'problem'];

/**
 * Whether a stream shows colours and the person wants them: https://no-color.org
 *
 * @param {{ isTTY?: boolean }} stream
 * @param {{ NO_COLOR?: string, TERM?: string }} environment
 */
export const wantsColour = ({ isTTY }, { NO_COLOR, TERM }) => Boolean(isTTY) && !NO_COLOR && TERM !== 'dumb';

/**
 * A row for programs.
 *
 * @param {{ name: string, value: string | number, unit?: string, met?: boolean, mend?: string, runtime?: string }} row
 */
export const jsonLine = ({ name, value, unit = 'seen', met, mend, runtime }) =>
	JSON.stringify({ suite: 'doctor', name, value, unit, met, mend, runtime });

/** A row for people: what was seen and, below it, how to mend it. */
export const plainLines = (row, { colour }) => {
	const { word, colour: code } = verdictOf(row);
	const padded = word.padEnd(verdictWidth);
	const verdict = colour ? `\u001b[${code}m${padded}\u001b[0m` : padded;
	const seen = row.unit === undefined || row.unit === 'seen' ? row.value : `${row.value} ${row.unit}`;
	const indent = ' '.repeat(verdictWidth + nameWidth + 4);
	const mend = row.mend ? row.mend.split('\n').map((line, at) => `${indent}${at === 0 ? '→' : ' '} ${line}`) : [];
	return [`${verdict}  ${row.name.padEnd(nameWidth)}  ${seen}`, ...mend];
};

/** The closing line. */
export const summary = (rows) => {
	const count = (met) => rows.filter((row) => row.met === met).length;
	const [problems, unknown] = [count(false), count(undefined)];
	if (problems + unknown === 0) return 'All is well';
	return [counted(problems, 'problem'), ...(unknown > 0 ? [`${unknown} unknown`] : [])].join(', ');
};

const counted = (count, word) => `${count || 'no'} ${word}${count === 1 ? '' : 's'}`;
