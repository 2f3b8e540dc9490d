import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeGuest } from '../describe-guest.ts';

/** Each as its own program would have written it: name, encoding, bytes, a word of it, and a word to put in its place. */
const texts: readonly (readonly [string, Buffer, string, string])[] = [
	['windows-1252', Buffer.from('Ch\xe2teau \x96 12 \x80\r\nplain\r\n', 'latin1'), 'Château', 'Maçon'],
	['windows-1251', Buffer.from('cff0e8e2e5f22c20ece8f00a', 'hex'), 'Привет', 'Пока'],
	['koi8-r', Buffer.from('f0d2c9d7c5d42c20cdc9d20a', 'hex'), 'Привет', 'Пока'],
	['shift_jis', Buffer.from('93fa967b8cea82cc835c838b8367816991e08145816a0a', 'hex'), '日本語', '英語'],
	['euc-jp', Buffer.from('c6fccbdcb8eca4cea5bda5eba5c80a', 'hex'), '日本語', '英語'],
	['gb18030', Buffer.from('c4e3bac3a3accac0bde7a1a30a', 'hex'), '世界', '中国'],
	['utf-16le', Buffer.from('\ufeffChâteau\n', 'utf16le'), 'Château', 'Maçon 漢'],
	['utf-16le', Buffer.from('Château and more\n', 'utf16le'), 'Château', 'Maçon'],
	['utf-16be', Buffer.from('Château and more\n', 'utf16le').swap16(), 'Château', 'Maçon'],
];

describeGuest('text in another encoding than UTF-8', ({ guest, home }) => {
	const pathOf = (name: string) => join(home().folder, 'session/disk/workspace', name);
	const put = (name: string, bytes: Uint8Array) => writeFileSync(pathOf(name), bytes, { mode: 0o666 });

	it.each(texts)('%s is found, read and edited as what it says', async (encoding, bytes, word, instead) => {
		put('a.txt', bytes);
		const found = await guest().call('search_files', { pattern: word.replace(/^(.)./u, '$1.'), glob: 'a.txt' });
		expect(found.text).toContain(`a.txt:1:`);
		expect(found.text).toContain(word);
		const read = await guest().call('read_file', { path: 'a.txt' });
		expect(read.text).toContain(word);
		expect(read.text).toContain(`written in ${encoding}`);
		const edit = await guest().call('edit_file', { path: 'a.txt', old_text: word, new_text: instead });
		expect(edit).toMatchObject({ isError: false, text: expect.stringContaining(`still written in ${encoding}`) });
		const decode = (of: Uint8Array) => new TextDecoder(encoding, { ignoreBOM: true }).decode(of);
		expect(decode(readFileSync(pathOf('a.txt')))).toBe(decode(bytes).replace(word, instead));
	});

	it('is found once, beside files that are UTF-8', async () => {
		put('a.txt', Buffer.from('Ch\xe2teau one\n', 'latin1'));
		put('b.txt', Buffer.from('Château two\n'));
		const { text } = await guest().call('search_files', { pattern: 'teau', glob: '[ab].txt' });
		expect(text.split('\n').toSorted()).toEqual(['a.txt:1:Château one', 'b.txt:1:Château two']);
	});

	it('is left as it was when a word has no place in it', async () => {
		const bytes = Buffer.from('Ch\xe2teau\n', 'latin1');
		put('a.txt', bytes);
		const edit = await guest().call('edit_file', { path: 'a.txt', old_text: 'Château', new_text: '城' });
		expect(edit).toMatchObject({ isError: true, text: expect.stringContaining('windows-1252, which has no "城"') });
		expect(readFileSync(pathOf('a.txt'))).toEqual(bytes);
	});

	it('ends the search where files are many and binary, and finds what is text', async () => {
		put('noise.bin', Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256)));
		put('a.txt', Buffer.from('Ch\xe2teau\n', 'latin1'));
		expect((await guest().call('search_files', { pattern: 'Château' })).text).toContain('a.txt:1:Château');
	});
});
