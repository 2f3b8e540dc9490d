import { expect, it } from 'vitest';
import { isAtLeast } from '../../../scripts/doctor/installed.mjs';
import { jsonLine, plainLines, summary, wantsColour } from '../../../scripts/doctor/report.mjs';

const well = { name: 'podman', value: '5.4.2', met: true };
const ill = { name: 'runc', value: 'not found', met: false, mend: 'Run `npm start`' };
const unknown = { name: 'limits', value: 'not checked: no runtime' };
const space = { name: 'room', value: 3.5, unit: 'GB', met: true };

it('a row for people has its verdict, name and finding in columns, and the mend below', () => {
	const lines = [well, ill, unknown, space].flatMap((row) => plainLines(row, { colour: false }));
	expect(lines).toEqual([
		'ok       podman                    5.4.2',
		'problem  runc                      not found',
		'                                   → Run `npm start`',
		'unknown  limits                    not checked: no runtime',
		'ok       room                      3.5 GB',
	]);
});

it('a mend of several lines stays in its column', () => {
	expect(plainLines({ ...ill, mend: 'Update runc:\nfor one\nfor two' }, { colour: false }).slice(1)).toEqual([
		'                                   → Update runc:',
		'                                     for one',
		'                                     for two',
	]);
});

it('only the verdict is coloured, and columns stay', () => {
	expect(plainLines(ill, { colour: true })[0]).toBe('\u001b[31mproblem\u001b[0m  runc                      not found');
	expect(plainLines(well, { colour: true })[0]).toBe('\u001b[32mok     \u001b[0m  podman                    5.4.2');
});

it('colours are for a terminal whose person did not decline them', () => {
	expect(wantsColour({ isTTY: true }, {})).toBe(true);
	expect(wantsColour({ isTTY: true }, { NO_COLOR: '' })).toBe(true);
	expect(wantsColour({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
	expect(wantsColour({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
	expect(wantsColour({}, {})).toBe(false);
});

it('a row for programs has the shape of all numbers and verdicts', () => {
	expect(JSON.parse(jsonLine({ ...well, runtime: 'runc' }))).toEqual({
		suite: 'doctor',
		name: 'podman',
		value: '5.4.2',
		unit: 'seen',
		met: true,
		runtime: 'runc',
	});
	expect(JSON.parse(jsonLine(unknown))).not.toHaveProperty('met');
	expect(JSON.parse(jsonLine(space))).toMatchObject({ value: 3.5, unit: 'GB' });
});

it('the closing line counts problems, and what is unknown', () => {
	expect(summary([well, space])).toBe('All is well');
	expect(summary([well, ill])).toBe('1 problem');
	expect(summary([ill, ill, unknown])).toBe('2 problems, 1 unknown');
	expect(summary([unknown])).toBe('no problems, 1 unknown');
});

it.each([
	['4.3.1', true],
	['4.10.0', true],
	['5.0.0-dev', true],
	['4.2.9', false],
	['3.4.4', false],
	['unknown', false],
])('version %s is at least 4.3: %s', (version, expected) => {
	expect(isAtLeast(version, [4, 3])).toBe(expected);
});
