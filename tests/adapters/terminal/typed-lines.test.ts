import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAnswering } from '../../../src/adapters/terminal/asking/answering.ts';
import { createOpenQuestion } from '../../../src/adapters/terminal/asking/questions.ts';
import { createSight } from '../../../src/adapters/terminal/asking/sight.ts';
import { createCompleter } from '../../../src/adapters/terminal/input/complete-line.ts';
import { createLineHistory, maxHistory } from '../../../src/adapters/terminal/input/line-history.ts';
import { asksToStop, noSuchCommand, parseLine } from '../../../src/adapters/terminal/input/parse-line.ts';
import { createPasteBuffer } from '../../../src/adapters/terminal/input/paste-buffer.ts';
import { splitKeys } from '../../../src/adapters/terminal/input/split-keys.ts';
import { onInterrupt } from '../../../src/adapters/terminal/interrupt.ts';
import type { AnswerShape } from '../../../src/chat/question.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { contractQuestion } from '../adapter-contract.ts';
import { commands } from './open-terminal.ts';

const names = new Set(commands.map(({ name }) => name));

describe('parseLine()', () => {
	it.each([
		['  ', { kind: 'empty' }],
		['/quit', { kind: 'leave' }],
		['/EXIT ', { kind: 'leave' }],
		['/load  local-1 ', { kind: 'command', name: 'load', args: 'local-1' }],
		['/files', { kind: 'command', name: 'files', args: '' }],
		['/files.', { kind: 'command', name: 'files', args: '' }],
		['/tmp.', { kind: 'message', text: '/tmp.' }],
		['/? ', { kind: 'command', name: 'help', args: '' }],
		[' /?', { kind: 'message', text: '/?' }],
		['/hlep me', { kind: 'unknown-command', name: 'hlep' }],
		['stop', { kind: 'stop' }],
		['stop it', { kind: 'message', text: 'stop it' }],
		['Stop', { kind: 'stop' }],
		[' STOP! ', { kind: 'stop' }],
		['stop?', { kind: 'message', text: 'stop?' }],
		['/tmp/x.csv is broken', { kind: 'message', text: '/tmp/x.csv is broken' }],
		[' /files', { kind: 'message', text: '/files' }],
		['/load a\nb', { kind: 'command', name: 'load', args: 'a\nb' }],
	] as const)('%j is %o', (line, expected) => {
		expect(parseLine(line, names)).toEqual(expected);
	});

	it.each([
		['Stop!', true],
		[' /stop', true],
		['/stops', false],
	])('of %j tells whether the lines before it are waited for', (line, stops) => {
		expect(asksToStop(line)).toBe(stops);
	});
});

describe('splitKeys()', () => {
	const newline = { kind: 'newline' } as const;
	const keys = (text: string) => ({ kind: 'keys', text }) as const;

	it.each([
		['ab\r', [keys('ab\r')]],
		['one\u001b\rtwo\r', [keys('one'), newline, keys('two\r')]],
		['\u001b[13;2u', [newline]],
		['\u001b[27;3;13~x', [newline, keys('x')]],
		['one\rtwo\r', [{ kind: 'paste', text: 'one\rtwo\r' }]],
		['one\r\n\ttwo', [{ kind: 'paste', text: 'one\r\n\ttwo' }]],
		['\u0003one\rtwo', [keys('\u0003one\rtwo')]],
		['\u001b[A\r', [keys('\u001b[A\r')]],
	])('%j is %j', (text, pieces) => {
		expect(splitKeys(text)).toEqual(pieces);
	});
});

describe('noSuchCommand()', () => {
	it.each([
		['statuss', '/status?'],
		['stat', '/status?'],
		['qiut', '/quit?'],
		['fiels', '/files?'],
	])('/%s means %s', (name, meant) => {
		expect(noSuchCommand(name, names)).toContain(`did you mean ${meant}`);
	});

	it('guesses nothing where nothing is near', () => {
		expect(noSuchCommand('xyzzy', names)).toBe('There is no command /xyzzy; /help lists them');
	});
});

describe('onInterrupt()', () => {
	it.each([
		['stops what runs, keeping the line', { busy: true, typed: true, now: 0, before: undefined }, 'stop'],
		['clears the line', { busy: false, typed: true, now: 0, before: undefined }, 'clear'],
		['says how to leave', { busy: false, typed: false, now: 0, before: undefined }, 'warn'],
		['leaves at the second press', { busy: true, typed: true, now: 2000, before: 0 }, 'leave'],
		['forgets the first press in time', { busy: true, typed: false, now: 2001, before: 0 }, 'stop'],
	] as const)('%s', (_name, situation, action) => {
		expect(onInterrupt(situation)).toBe(action);
	});
});

describe('createCompleter()', () => {
	it('completes commands, their arguments and paths', async () => {
		await using dir = await tempDir();
		await mkdir(join(dir.path, 'data'));
		for (const name of ['data.csv', 'data/inner.csv', 'my file.csv', '.hidden'])
			await writeFile(join(dir.path, name), '');
		const complete = createCompleter({
			commands,
			person: { id: 'local', name: 'x' },
			thread: { platform: 'terminal', id: 'one' },
			cwd: dir.path,
			home: dir.path,
		});
		const hits = async (line: string) => (await complete(line)).hits;
		expect(await hits('/st')).toEqual(['/status', '/stop']);
		expect(await hits('/lo')).toEqual(['/load ']);
		expect(await hits('/load local')).toEqual(['local-1', 'local-2']);
		expect(await hits('/tools sh')).toEqual(['show ', 'share ']);
		expect(await complete('/tools show to')).toEqual({ hits: ['total'], on: 'to' });
		expect(await hits('/tools show total ')).toEqual([]);
		expect(await hits('/tools hide to')).toEqual([]);
		expect(await hits('/status x')).toEqual([]);
		expect(await hits('total of @da')).toEqual(['@data/', '@data.csv']);
		expect(await hits('@data/')).toEqual(['@data/inner.csv']);
		expect(await hits('@~/da')).toEqual(['@~/data/', '@~/data.csv']);
		expect(await hits('@my')).toEqual(['@"my file.csv"']);
		expect(await hits('@"my f')).toEqual(['@"my file.csv"']);
		expect(await hits("see @'my f")).toEqual(["@'my file.csv'"]);
		expect(await complete('see @my\\ f')).toEqual({ hits: ['@my\\ file.csv'], on: '@my\\ f' });
		expect(await hits('@.h')).toEqual(['@.hidden']);
		expect(await hits('@nowhere/')).toEqual([]);
		expect(await hits('mail me@da')).toEqual([]);
	});
});

describe('createPasteBuffer()', () => {
	it('keeps several lines as one character of the line, and gives them back', () => {
		const shelf = createPasteBuffer();
		const token = shelf.take('one\r\ntwo\tx\u001b[31m\n');
		expect(token).toHaveLength(1);
		expect(shelf.expand(`see ${token}!`)).toBe('see one\ntwo\tx!');
		expect(shelf.strip(`see ${token}!`)).toBe('see  !');
		expect(shelf.show(`see ${token}`)).toBe('see [2 lines: one]');
	});

	it('leaves a short line in the line, even when it ended with Enter', () => {
		expect(createPasteBuffer().take('one line\n')).toBe('one line');
	});
});

describe('createLineHistory()', () => {
	it('keeps the last lines, of several rows too, and survives a broken file', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'deep', 'typed.jsonl');
		const history = createLineHistory(path);
		expect(await history.load()).toEqual([]);
		await history.add('one\ntwo');
		await writeFile(path, '{half', { flag: 'a' });
		expect(await history.load()).toEqual(['one\ntwo']);
		await writeFile(path, Array.from({ length: 3 * maxHistory }, (_, at) => `"${at}"\n`).join(''));
		expect((await history.load()).at(-1)).toBe(String(3 * maxHistory - 1));
		expect(await history.load()).toHaveLength(maxHistory);
	});
});

describe('startAnswering()', () => {
	const asked = (answer: AnswerShape) => startAnswering({ ...contractQuestion, answer });

	it.each([
		['2', { kind: 'answered', value: 'region' }],
		['REGION!', { kind: 'answered', value: 'region' }],
		['a', { kind: 'answered', value: 'area' }],
		['', { kind: 'left-open' }],
		['3', { kind: 'again' }],
		['0', { kind: 'again' }],
		['x', { kind: 'again' }],
	])('choices: %j is %o', (line, expected) => {
		expect(startAnswering(contractQuestion).take(line)).toMatchObject(expected);
	});

	it.each([
		['region', 'region'],
		['1.', 'area'],
		['the third one, please', 'the third one, please'],
		['9', undefined],
	])('choices, or words: %j is the answer %j', (line, value) => {
		const answering = asked({ kind: 'choices', choices: ['area', 'region'], besides: 'words' });
		expect(answering.label()).toBe('1-2, or in words');
		const step = value === undefined ? { kind: 'again' } : { kind: 'answered', value };
		expect(answering.take(line)).toMatchObject(step);
	});

	it('text: whatever is typed', () => {
		expect(asked({ kind: 'text' }).take(' a b ')).toEqual({ kind: 'answered', value: 'a b' });
	});

	it('form: field after field, each of its kind', () => {
		const form = asked({
			kind: 'form',
			fields: [
				{ name: 'rows', label: 'Rows', kind: 'number', required: true },
				{ name: 'head', label: 'Headers', kind: 'boolean', required: true },
				{ name: 'note', label: 'Note', kind: 'text', required: false },
			],
		});
		expect(form.label()).toBe('Rows (number)');
		expect(form.take('many')).toMatchObject({ kind: 'again' });
		expect(form.take('12')).toEqual({ kind: 'next' });
		expect(form.label()).toBe('Headers (yes or no)');
		expect(form.take('')).toMatchObject({ kind: 'again' });
		expect(form.take('no')).toEqual({ kind: 'next' });
		expect(form.label()).toBe('Note (optional)');
		expect(form.take('')).toEqual({ kind: 'answered', value: { rows: 12, head: false, note: null } });
	});
});

describe('createOpenQuestion()', () => {
	const anywhere = createSight();

	it('lets lines be messages while it is set aside, and is taken up again', () => {
		const open = createOpenQuestion('local', () => 0, anywhere);
		open.see(contractQuestion);
		expect(open.label()).toBe('1-2');
		expect(open.take('')).toMatchObject({ kind: 'left-open' });
		expect(open.label()).toBeUndefined();
		expect(open.setAside('taken-up')).toBe(true);
		expect(open.take('1')).toMatchObject({ kind: 'answered', value: 'area' });
		expect(open.setAside('taken-up')).toBe(false);
	});

	it.each(['answered', 'expired', 'withdrawn'] as const)('is gone when it was %s elsewhere', (state) => {
		const open = createOpenQuestion('local', () => 0, anywhere);
		open.see(contractQuestion);
		open.see({ ...contractQuestion, state });
		expect(open.label()).toBeUndefined();
	});

	it('is gone when its turn runs again, and when its time is over', () => {
		const late = createOpenQuestion('local', () => Date.parse(contractQuestion.until), anywhere);
		late.see(contractQuestion);
		expect(late.take('1')).toEqual({ kind: 'expired' });
		const open = createOpenQuestion('local', () => 0, anywhere);
		open.see(contractQuestion);
		open.turnRuns('t1');
		expect(open.label()).toBeUndefined();
	});

	it('asks nobody who may not answer', () => {
		const open = createOpenQuestion('local', () => 0, anywhere);
		open.see({ ...contractQuestion, whoMayAnswer: ['slack:T1/U1'] });
		expect(open.label()).toBeUndefined();
	});
});
