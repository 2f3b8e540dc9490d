import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { NobodyThereError, openDesk } from '../../src/setup/desk.ts';

function desk(isTty: boolean, signal = new AbortController().signal) {
	const [input, output] = [new PassThrough(), new PassThrough()];
	let shown = '';
	output.on('data', (chunk) => {
		shown += String(chunk);
	});
	return { input, shown: () => shown, desk: openDesk({ input, output, isTty }, signal) };
}

it('lines that come before the question answer the questions in turn', async () => {
	const at = desk(false);
	using opened = at.desk;
	at.input.write('one\n two \r\nthree');
	at.input.end();
	expect([await opened.ask('1? '), await opened.askSecret('2? '), await opened.ask('3? ')]).toEqual([
		'one',
		'two',
		'three',
	]);
	await expect(opened.ask('4? ')).rejects.toThrow(NobodyThereError);
	expect(at.shown()).toBe('1? \n2? \n3? \n4? ');
});

it('what is typed to a secret question is not shown', async () => {
	const at = desk(true);
	using opened = at.desk;
	const asking = opened.askSecret('Token? ');
	at.input.write('hunter2\r');
	expect(await asking).toBe('hunter2');
	const next = opened.ask('Name? ');
	at.input.write('ada\r');
	expect(await next).toBe('ada');
	expect(at.shown()).not.toContain('hunter2');
	expect(at.shown()).toContain('Token? ');
	expect(at.shown()).toContain('ada');
});

it('a question ends when the process is asked to leave', async () => {
	const leaving = new AbortController();
	using opened = desk(true, leaving.signal).desk;
	const asking = opened.ask('Name? ');
	leaving.abort();
	await expect(asking).rejects.toThrow(NobodyThereError);
});

it('Ctrl-C at a terminal is heard while something is asked, and while nothing is', async () => {
	const asked = desk(true);
	using first = asked.desk;
	const asking = first.ask('Name? ');
	asked.input.write('\u0003');
	await expect(asking).rejects.toThrow(NobodyThereError);
	expect(first.left.aborted).toBe(true);

	const busy = desk(true);
	using second = busy.desk;
	busy.input.write('\u0003');
	await expect(second.ask('Name? ')).rejects.toThrow(NobodyThereError);
	expect(second.left.aborted).toBe(true);
});

it('the end of what a pipe has to say ends no work that goes on', async () => {
	const at = desk(false);
	using opened = at.desk;
	at.input.end('one\n');
	expect(await opened.ask('1? ')).toBe('one');
	await expect(opened.ask('2? ')).rejects.toThrow(NobodyThereError);
	expect(opened.left.aborted).toBe(false);
});

it('what others say does not steer the terminal', async () => {
	const at = desk(false);
	using opened = at.desk;
	opened.say('a\u001b[2Jb\u009b1m\u202ec\n\td');
	at.input.end('\n');
	await opened.ask('\u0007e? ');
	expect(at.shown()).toBe('a[2Jb1mc\n\td\ne? \n');
});
