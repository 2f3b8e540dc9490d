import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never, startBash } from './run-in.ts';

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

describeWithPodman('text in another encoding than UTF-8', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;
	beforeAll(async () => {
		home = await podmanHome();
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home[Symbol.asyncDispose]());

	const call = (tool: string, args: Readonly<Record<string, unknown>>) =>
		sandbox.call({ tool, args }, { signal: never });
	const put = (name: string, bytes: Buffer) => bash(sandbox, `echo ${bytes.toString('base64')} | base64 -d > ${name}`);
	const get = async (name: string) => {
		const { text } = await bash(sandbox, `base64 -w0 ${name}`);
		return Buffer.from(text.split('\n').at(-1) ?? '', 'base64');
	};

	it.each(texts)('%s is found, read and edited as what it says', async (encoding, bytes, word, instead) => {
		await put('a.txt', bytes);
		const found = await call('search_files', { pattern: word.replace(/^(.)./u, '$1.'), glob: 'a.txt' });
		expect(found.text).toContain('a.txt:1:');
		expect(found.text).toContain(word);
		const read = await call('read_file', { path: 'a.txt' });
		expect(read.text).toContain(word);
		expect(read.text).toContain(`written in ${encoding}`);
		const edit = await call('edit_file', { path: 'a.txt', old_text: word, new_text: instead });
		expect(edit).toMatchObject({ ok: true, text: expect.stringContaining(`still written in ${encoding}`) });
		const decode = (of: Uint8Array) => new TextDecoder(encoding, { ignoreBOM: true }).decode(of);
		expect(decode(await get('a.txt'))).toBe(decode(bytes).replace(word, instead));
	});

	it('is found once, beside files that are UTF-8', async () => {
		await put('a.txt', Buffer.from('Ch\xe2teau one\n', 'latin1'));
		await put('b.txt', Buffer.from('Château two\n'));
		const { text } = await call('search_files', { pattern: 'teau', glob: '[ab].txt' });
		expect(text.split('\n').toSorted()).toEqual(['a.txt:1:Château one', 'b.txt:1:Château two']);
	});

	it('is found however late its first letter beyond ASCII comes, and that of no known encoding is shown as such', async () => {
		const plain = Buffer.from('1;Miller;London\n'.repeat(5_000));
		await bash(sandbox, "yes '1;Miller;London' | head -n 5000 > late.csv; printf '9;Ch\\xe2teau;Lyon\\n' >> late.csv");
		expect((await call('search_files', { pattern: 'Château', glob: 'late.csv' })).text).toContain('9;Château;Lyon');
		const read = await call('read_file', { path: 'late.csv', from: plain.toString().split('\n').length });
		expect(read.text).toContain('9;Château;Lyon');
		await put('mac.txt', Buffer.from('Ch\x89teau;Orl\x8eans\n', 'latin1'));
		expect((await call('read_file', { path: 'mac.txt' })).text).toContain('not UTF-8');
	});

	it('is found beside what is no text', async () => {
		await bash(sandbox, 'head -c 300000 /dev/urandom > noise.bin');
		expect((await call('search_files', { pattern: 'Château' })).text).toContain('a.txt:1:Château');
	});

	it('is left as it was when a word has no place in it', async () => {
		const bytes = Buffer.from('Ch\xe2teau\n', 'latin1');
		await put('a.txt', bytes);
		const edit = await call('edit_file', { path: 'a.txt', old_text: 'Château', new_text: '城' });
		expect(edit).toMatchObject({ ok: false, text: expect.stringContaining('windows-1252, which has no "城"') });
		expect(await get('a.txt')).toEqual(bytes);
	});
});

describeWithPodman('a file that is being written when its call is called off', () => {
	it('is collected with a word that it is unfinished, and a finished one without', async () => {
		await using home = await podmanHome();
		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		const stop = new AbortController();
		const command =
			'echo whole > /outputs/whole.txt; exec 3> "/outputs/half 12:30.txt"; echo half >&3; echo on; sleep 600';
		const { ended } = await startBash(sandbox, command, stop.signal);
		stop.abort(new Error('stopped'));
		await ended.catch(() => undefined);
		await sandbox.sweep();
		const { artifacts } = await sandbox.collect(new Map(), never);
		expect(artifacts.map(({ name, state }) => [name, state])).toEqual([
			['half 12_30.txt', 'unfinished'],
			['whole.txt', undefined],
		]);
	}, 60_000);
});
