import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { viewWords } from '../../../src/root/ground/view.ts';
import { tempDir } from '../../support/temp-dir.ts';

const user = { name: 'nobody', uid: 65_534, gid: 65_534 };
const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--'];

it('needs no view where nothing is closed', async () => {
	expect(await viewWords({ shown: [{ path: '/usr/bin', kind: 'folder', rights: 'read' }], cwd: '/' }, user)).toEqual(
		[],
	);
});

it.skipIf(process.getuid?.() !== 0)(
	'shows below a closed folder what is needed, under its own path, and nothing else',
	async () => {
		await using dir = await tempDir();
		const closed = join(dir.path, "it's $(closed); a folder");
		const [program, home, cwd] = [join(closed, 'a/program'), join(closed, 'home'), join(closed, 'work')];
		for (const folder of [program, join(program, 'cache'), home, cwd]) await mkdir(folder, { recursive: true });
		await writeFile(join(program, 'file'), 'program');
		await writeFile(join(closed, 'ca.crt'), 'certificate');
		await writeFile(join(cwd, 'secret'), 'secret');
		for (const folder of [home, join(program, 'cache')]) await chmod(folder, 0o777);
		await chmod(dir.path, 0o755);
		await chmod(closed, 0o700);
		const shown = [
			{ path: join(program, 'cache'), kind: 'folder', rights: 'write' },
			{ path: program, kind: 'folder', rights: 'read' },
			{ path: home, kind: 'folder', rights: 'write' },
			{ path: join(closed, 'ca.crt'), kind: 'file', rights: 'read' },
		] as const;
		const [command = '', ...words] = await viewWords({ shown, cwd }, user);
		const script = `
		pwd; ls -A . ..; cat ../a/program/file ../ca.crt; echo
		for path in ../home/x ../a/program/cache/x ../a/program/x ../x x; do touch "$path" 2>/dev/null && echo "wrote $path"; done; umask`;
		const said = execFileSync(command, [...words, ...asNobody, 'sh', '-c', script], { cwd: '/', encoding: 'utf8' });
		expect(said.split('\n')).toEqual([
			cwd,
			'.:',
			'',
			'..:',
			'a',
			'ca.crt',
			'home',
			'work',
			'programcertificate',
			'wrote ../home/x',
			'wrote ../a/program/cache/x',
			said.split('\n').at(-2),
			'',
		]);
		// The host's own is as it was.
		expect([existsSync(join(home, 'x')), existsSync(join(cwd, 'secret')), existsSync(join(cwd, 'x'))]).toEqual([
			true,
			true,
			false,
		]);
	},
);
