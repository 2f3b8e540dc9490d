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
