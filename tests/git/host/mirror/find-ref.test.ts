import { expect, it } from 'vitest';
import { findRef } from '../../../../src/git/host/mirror/find-ref.ts';

const commit = 'a'.repeat(40);
const ways = ['../../../config', 'a/../../config', '/etc/passwd', 'x.lock', '.hidden', '-x', 'a b', '@', ''];

it.each(ways)('a server whose HEAD leads to refs/heads/%s has no default branch (CVE-2026-113408)', (way) => {
	const told = `ref: refs/heads/${way}\tHEAD\n${commit}\tHEAD\n${commit}\trefs/heads/dev\n`;
	expect(findRef(told, undefined)).toMatchObject({ kind: 'refused' });
	expect(findRef(told, 'dev')).toMatchObject({ kind: 'found', from: 'refs/heads/dev', defaultBranch: 'main' });
});

it('HEAD of another kind than a branch is none either', () => {
	const told = `ref: refs/tags/v1\tHEAD\n${commit}\tHEAD\n`;
	expect(findRef(told, undefined)).toMatchObject({ kind: 'refused' });
});
