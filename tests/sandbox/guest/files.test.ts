import { execFileSync } from 'node:child_process';
import { chownSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeGuest } from './describe-guest.ts';

describeGuest('file built-ins', ({ guest, home }) => {
	const put = (name: string, content: string | Uint8Array) => {
		const path = home().path('disk/workspace', name);
		writeFileSync(path, content);
		chownSync(path, 1000, 1000);
		return path;
	};
	const read = (path: string, range = {}) => guest().call('read_file', { path, ...range });

	it('write_file makes parents as uid 1000 and says what it did', async () => {
		const { text } = await guest().call('write_file', { path: 'a/b/c.txt', content: 'grüße\n' });
		expect(text).toBe('Wrote 8 bytes to /workspace/a/b/c.txt (a new file)');
		const path = home().path('disk/workspace/a/b/c.txt');
		expect(readFileSync(path, 'utf8')).toBe('grüße\n');
		expect(statSync(path)).toMatchObject({ uid: 1000, gid: 1000 });
	});

	it('write_file keeps the mode of a file and a symbolic link to it', async () => {
		await guest().bash('echo old > real.sh; chmod 750 real.sh; ln -sf real.sh link.sh');
		expect((await guest().call('write_file', { path: 'link.sh', content: 'new' })).text).toContain('it had 4 bytes');
		expect(statSync(home().path('disk/workspace/real.sh')).mode & 0o777).toBe(0o750);
		expect(lstatSync(home().path('disk/workspace/link.sh')).isSymbolicLink()).toBe(true);
	});

	it('write_file says in a sentence why it cannot', async () => {
		await guest().bash('mkfifo pipe; mkdir -p folder; echo x > readonly; chmod 400 readonly');
		const write = async (path: string, content = 'x') => (await guest().call('write_file', { path, content })).text;
		expect(await write('/inputs/x')).toContain('is read-only. Write below /workspace or /outputs');
		expect(await write('/opt/x')).toContain('permission denied');
		expect(await write('folder')).toContain('is a folder');
		expect(await write('pipe')).toContain('not a regular file');
		expect(await write('/dev/null')).toContain('not a regular file');
		expect(await write('readonly')).toContain('permission denied');
		expect(await write('readonly/below')).toContain('a part of its path is not a folder');
		expect(await write('/proc/self/mem')).toMatch(/permission denied|\/proc/);
		expect(await write('a\0b')).toContain('NUL');
		expect(await write('x'.repeat(300))).toContain('too long a name');
	});

	it('write_file leaves the old content whole on a full disk', async () => {
		await guest().call('write_file', { path: '/small/kept', content: 'precious' });
		const full = await guest().call('write_file', { path: '/small/kept', content: 'x'.repeat(200_000) });
		expect(full.text).toContain('the disk is full. Nothing was changed');
		expect((await read('/small/kept')).text).toContain('precious');
		expect((await guest().bash('ls -A /small')).text).toBe('Exit code 0\nstdout:\nkept');
	});

	it('a symbolic link leads a file built-in no further than uid 1000 could go', async () => {
		symlinkSync('/etc/shadow', home().path('disk/workspace/shadow'));
		expect((await read('shadow')).text).toContain('permission denied');
		expect((await read('/proc/1/environ')).text).toContain('does not exist');
	});

	it('read_file numbers lines, tells how many there are, and takes ranges', async () => {
		put('ten.txt', Array.from({ length: 10 }, (_, n) => `line ${n + 1}\n`).join(''));
		expect((await read('ten.txt', { from: 9 })).text).toBe('Lines 9-10 of 10 (71 bytes)\n9\tline 9\n10\tline 10');
		expect((await read('ten.txt', { from: 2, to: 2 })).text).toBe(
			'Lines 2-2 of 10 (71 bytes; go on with from=3)\n2\tline 2',
		);
		expect((await read('ten.txt', { from: 11 })).text).toContain('has only 10 lines');
		expect((await read('ten.txt', { from: 3, to: 2 })).text).toContain('the range is empty');
		put('no-newline.txt', 'one\ntwo');
		expect((await read('no-newline.txt')).text).toBe('2 lines (7 bytes)\n1\tone\n2\ttwo');
		put('empty.txt', '');
		expect((await read('empty.txt')).text).toBe('The file is empty (0 bytes)');
	});

	it('read_file shows as many lines as fit and how to go on, and cuts long lines', async () => {
		put('long.txt', `${'x'.repeat(3000)}\n${'short\n'.repeat(5000)}`);
		const { text } = await read('long.txt');
		expect(text.length).toBeLessThan(5200);
		expect(text).toMatch(
			/^Lines 1-\d+ of 5001 \(33,001 bytes; go on with from=\d+\)\n1\tx{1000} … 2,000 more characters in this line\n2\tshort\n/,
		);
	});

	it('read_file shows control characters, other encodings and CRLF without harm', async () => {
		put('latin1.csv', Buffer.from('Stra\xdfe;\x1b[2J\r\nM\xfcnchen\r\n', 'latin1'));
		const { text } = await read('latin1.csv');
		expect(text).toContain('CRLF line ends; written in windows-1252, which edit_file keeps');
		expect(text).toContain('1\tStraße;\\x1b[2J\n2\tMünchen');
		put('broken.txt', Buffer.concat([Buffer.from('Straße, München, größer '), Buffer.from([0xff, 10])]));
		expect((await read('broken.txt')).text).toContain('not UTF-8: other bytes are shown as');
	});

	it.each([
		['picture.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), 'a PNG image; 10 bytes'],
		['book.xlsx', Buffer.from('PK\x03\x04\0\0', 'latin1'), 'a ZIP archive'],
		['noise', Buffer.from(Array.from({ length: 500 }, (_, n) => 128 + (n % 120))), 'not text'],
		['utf16.bin', Buffer.from([0xff, 0xfe, 0, 0xd8, 0, 0xd8, 1, 0, 2, 0]), 'UTF-16'],
	])('read_file names %s as a binary file', async (name, content, kind) => {
		put(name, content);
		const { text, isError } = await read(name);
		expect(isError).toBe(true);
		expect(text).toContain('is a binary file (');
		expect(text).toContain(kind);
	});

	it('read_file answers at once for pipes, devices, folders and what is too large', async () => {
		await guest().bash('mkfifo queue; truncate -s 11M large');
		expect((await read('queue')).text).toContain('named pipe (FIFO)');
		expect((await read('/dev/zero')).text).toContain('not a regular file');
		expect((await read('folder')).text).toContain('is a folder. Use list_files');
		expect((await read('large')).text).toContain('too large to read whole (11,534,336 bytes)');
		expect((await read('nowhere')).text).toBe('Cannot read "nowhere": it does not exist');
		expect((await read('/proc/self/maps')).isError).toBe(true);
	});

	it('edit_file replaces one exact text and keeps every other byte and the mode', async () => {
		const path = put('edit.sh', Buffer.from('a\r\nold caf\xe9\nend', 'latin1'));
		execFileSync('chmod', ['754', path]);
		const { text } = await guest().call('edit_file', { path: 'edit.sh', old_text: 'old', new_text: 'néw' });
		expect(text).toBe('Replaced the text at line 2 of /workspace/edit.sh, which is still written in windows-1252');
		expect(readFileSync(path)).toEqual(Buffer.from('a\r\nn\xe9w caf\xe9\nend', 'latin1'));
		expect(statSync(path).mode & 0o777).toBe(0o754);
	});

	it('edit_file puts no character into a file whose encoding is not known', async () => {
		// "Price" in Greek, in windows-1253
		const greek = Buffer.concat([Buffer.from('x;'), Buffer.from('d4e9ecde', 'hex'), Buffer.from(';10\n')]);
		const path = put('greek.csv', greek);
		const edit = async (new_text: string) =>
			(await guest().call('edit_file', { path: 'greek.csv', old_text: 'x', new_text })).text;
		expect(await edit('é')).toContain('in which encoding it is written is not known. Use Python');
		expect(readFileSync(path)).toEqual(greek);
		expect(await edit('y')).toBe('Replaced the text at line 1 of /workspace/greek.csv');
	});

	it('edit_file says why a text was not found, and where it stands when it is there twice', async () => {
		put('twice.py', 'x = 1\n  if a:\n    x = 1\n');
		const edit = async (old_text: string, path = 'twice.py') =>
			(await guest().call('edit_file', { path, old_text, new_text: 'y' })).text;
		expect(await edit('x = 1')).toContain('occurs 2 times (lines 1, 3)');
		expect(await edit('if a:\n  x = 1')).toContain('similar text stands at line 2: check white space');
		expect(await edit('unheard of')).toContain('does not occur in it. Read the file again');
		put('dos.txt', 'one\r\ntwo\r\n');
		expect(await edit('one\ntwo', 'dos.txt')).toContain('the file has CRLF line ends');
		expect(await edit('y')).toContain('old_text and new_text are the same');
		expect(await edit('x', 'nowhere')).toContain('does not exist');
		expect(await edit('', 'twice.py')).toMatch(/^Wrong arguments for edit_file: "old_text"/);
	});

	it('list_files shows sizes, links and what is no file, and makes names safe', async () => {
		await guest().bash(
			String.raw`mkdir -p list/in/deep/er list/.git/x; cd list; echo hi > $'bad\nname\x1b'; ln -s /etc/passwd out; mkfifo p; cd ..`,
		);
		const { text } = await guest().call('list_files', { path: 'list' });
		expect(text.split('\n')).toEqual([
			'/workspace/list:',
			'.git/',
			'bad\\nname\\x1b  3 bytes',
			'in/',
			'in/deep/',
			'out  -> /etc/passwd',
			'p  (named pipe)',
		]);
	});

	it('list_files is bounded and says what is left out', async () => {
		await guest().bash('mkdir many; cd many; seq -f file-%g 1 5000 | xargs touch; cd ..');
		const { text } = await guest().call('list_files', { path: 'many' });
		expect(text.length).toBeLessThan(5200);
		expect(text).toMatch(/\n… at least \d+ more/);
		await guest().bash('rm -r many');
	});

	it('list_files says why it cannot', async () => {
		await guest().bash('mkdir -m 0 closed; mkdir bare');
		const list = async (path: string) => (await guest().call('list_files', { path })).text;
		expect(await list('closed')).toContain('permission denied');
		expect(await list('ten.txt')).toContain('is not a folder but 71 bytes');
		expect(await list('bare')).toBe('/workspace/bare is empty');
		expect(await list('/proc/self/fd')).toContain('below /proc');
	});
});
