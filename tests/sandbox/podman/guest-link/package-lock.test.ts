import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ServedFile } from '../../../../src/sandbox/airlock/package-index/wheel-cache.ts';
import { lockHash, makeLock, parseLock } from '../../../../src/sandbox/podman/guest-link/package-lock.ts';

const hash = (digit: string): string => digit.repeat(64);

function served(name: string, version: string, sha256: string, uploadedAt?: string): ServedFile {
	return { name, version, filename: `${name}-${version}-py3-none-any.whl`, sha256, uploadedAt };
}

it('reads what uv writes, whatever the line ends, with normalized names', () => {
	const text = `Lazy_Thing==1.0 \\\n    --hash=sha256:${hash('a')} \\\r\n    --hash=sha256:${hash('b')}\n\nx==2.0.post1 --hash=sha256:${hash('c')}\r\n`;
	expect(parseLock(text)).toEqual([
		{ name: 'lazy-thing', version: '1.0', sha256s: [hash('a'), hash('b')] },
		{ name: 'x', version: '2.0.post1', sha256s: [hash('c')] },
	]);
	expect(parseLock('')).toEqual([]);
});

it.each([
	['no hash', 'x==1'],
	['no exact version', `x>=1 --hash=sha256:${hash('a')}`],
	['a short hash', 'x==1 --hash=sha256:abc'],
	['an option', '--index-url http://127.0.0.1'],
	['an option behind a hash', `x==1 --hash=sha256:${hash('a')} --no-deps`],
	['a URL', `x @ http://127.0.0.1/x.whl --hash=sha256:${hash('a')}`],
	['a marker', `x==1 ; os_name == "posix" --hash=sha256:${hash('a')}`],
	['another file', '-r other.txt'],
])('takes no lock with %s', (_what, text) => {
	expect(parseLock(`y==1 --hash=sha256:${hash('d')}\n${text}\n`)).toBeUndefined();
});

it('sorts by name and hash, says how old the youngest file is, and names the environment by the text', () => {
	const lines = [
		{ name: 'b', version: '1', sha256s: [hash('2'), hash('1')] },
		{ name: 'a', version: '2', sha256s: [hash('3')] },
	];
	const files = [
		served('a', '2', hash('3')),
		served('b', '1', hash('1'), '2024-01-01T00:00:00.000Z'),
		served('b', '1', hash('2'), '2025-01-01T00:00:00.000Z'),
	];
	const text = `a==2 --hash=sha256:${hash('3')}\nb==1 --hash=sha256:${hash('1')} --hash=sha256:${hash('2')}\n`;
	const packages = [
		{ name: 'a', version: '2' },
		{ name: 'b', version: '1', uploadedAt: '2025-01-01T00:00:00.000Z' },
	];
	expect(makeLock(lines, files)).toEqual({ hash: lockHash(text), text, packages });
});

it.each([
	['a hash', 'x', '1', hash('f')],
	['a version', 'x', '2', hash('a')],
	['a name', 'y', '1', hash('a')],
])('makes no lock with %s that was not served', (_what, name, version, sha256) => {
	const files = [served('x', '1', hash('a')), served('x', '3', hash('b'))];
	expect(makeLock([{ name: 'x', version: '1', sha256s: [hash('a')] }], files)).toBeDefined();
	expect(makeLock([{ name, version, sha256s: [sha256] }], files)).toBeUndefined();
});

it('takes a file name whose version is written otherwise than uv writes it', () => {
	const files = [served('dates', '2024.02.01', hash('a'))];
	expect(makeLock([{ name: 'dates', version: '2024.2.1', sha256s: [hash('a')] }], files)).toBeDefined();
	expect(makeLock([{ name: 'dates', version: '2024.2.10', sha256s: [hash('a')] }], files)).toBeUndefined();
});

it('reads back every lock that it makes', () => {
	const line = fc.record({
		name: fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/).map((name) => name.replaceAll(/-+/g, '-')),
		version: fc.stringMatching(/^[1-9][0-9]{0,2}(\.[1-9][0-9]{0,2}){0,3}$/),
		sha256s: fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{64}$/), { minLength: 1, maxLength: 4 }),
	});
	fc.assert(
		fc.property(fc.uniqueArray(line, { selector: ({ name }) => name, maxLength: 6 }), (lines) => {
			const files = lines.flatMap(({ name, version, sha256s }) => sha256s.map((sha) => served(name, version, sha)));
			const lock = makeLock(lines, files);
			const read = parseLock(lock?.text ?? 'none');
			expect(read && makeLock(read, files)).toEqual(lock);
			expect(lock?.packages.map(({ name }) => name)).toEqual(lines.map(({ name }) => name).sort());
		}),
	);
});

it('never takes a line that uv could read as an option', () => {
	fc.assert(
		fc.property(fc.string(), (text) => {
			const lines = parseLock(text) ?? [];
			expect(lines.every(({ name, sha256s }) => /^[a-z0-9]/.test(name) && sha256s.length > 0)).toBe(true);
		}),
	);
});
