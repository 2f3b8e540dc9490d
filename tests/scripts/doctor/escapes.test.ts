import { describe, expect, it } from 'vitest';
import {
	compareVersions,
	escapeRow,
	isBelow,
	isOfDebian,
	kernelBuild,
	programBuild,
} from '../../../scripts/doctor/escapes.mjs';
import { knownEscapes } from '../../../scripts/doctor/known-escapes.mjs';

const trio = ['CVE-2025-31133', 'CVE-2025-52565', 'CVE-2025-52881'];

const said = (version: string) => `runc version ${version}\ncommit: abc\nspec: 1.0.2-dev\n`;

/** The ids that a row names. */
const idsIn = (row: { value: string }) => row.value.match(/CVE-\d+-\d+/g) ?? [];

describe('escapes of runc', () => {
	it.each([
		['1.0.0-rc6', ['CVE-2019-5736', 'CVE-2021-30465', 'CVE-2024-45310', ...trio]],
		['1.0.0-rc94', ['CVE-2021-30465', 'CVE-2024-21626', 'CVE-2024-45310', ...trio]],
		['1.1.5', ['CVE-2024-21626', 'CVE-2024-45310', ...trio]],
		['1.1.12', ['CVE-2024-45310', ...trio]],
		['1.1.15', trio],
		['1.2.0-rc.2', ['CVE-2024-45310', ...trio]],
		['1.2.7', trio],
		['1.2.8', []],
		['1.3.2', trio],
		['1.3.3', []],
		['1.3.3-0ubuntu1~24.04.2', []],
		['1.4.0-rc.2', trio],
		['1.4.0-rc.3', []],
		['1.4.0', []],
		['2.0.1', []],
	])('of upstream, %s: %j', (version, ids) => {
		const row = escapeRow(programBuild('runc', said(version), undefined));
		expect(idsIn(row).toSorted()).toEqual(ids.toSorted());
		expect(row.met).toBe(ids.length === 0);
	});

	it('names the shapes that are affected, whether ours are, the fix and the advisories', () => {
		const row = escapeRow(programBuild('runc', said('1.2.7'), undefined));
		expect(row).toMatchObject({ name: 'escapes of runc', runtime: 'runc', met: false });
		expect(row.mend).toMatch(
			/^Update runc to 1\.2\.8, or to 1\.4\.0 or newer:\nCVE-2025-31133: masked files, where .*\(ours mask files, /,
		);
		expect(row.mend).toContain('https://github.com/opencontainers/runc/security/advisories/GHSA-9493-h29p-rfm2');
	});

	it('counts what the changelog of a package names as patched, and nothing else', () => {
		const changelog = 'runc (1.1.5+ds1-1+deb12u1) bookworm-security\n  * CVE-2024-21626: several container breakouts\n';
		const row = escapeRow(programBuild('runc', said('1.1.5+ds1'), changelog));
		// Told, and no problem to mend: our containers do not offer what these take.
		expect(row).not.toHaveProperty('met');
		expect(row.value).toContain('our containers do not offer');
		expect(idsIn(row)).toEqual(['CVE-2024-45310', ...trio]);
		const all = `${changelog} CVE-2024-45310 ${trio.join(' ')}`;
		expect(escapeRow(programBuild('runc', said('1.1.5+ds1'), all))).toMatchObject({
			value: 'runc 1.1.5+ds1: none known, by its changelog',
			met: true,
		});
	});

	it('knows what Debian has put into versions of its own, also where their changelog was left out', () => {
		const idsOf = (version: string) =>
			idsIn(escapeRow(programBuild('runc', `runc version 1.1.5+ds1\ncommit: ${version}\n`, undefined)));
		expect(idsOf('1.1.5+ds1-1')).toContain('CVE-2024-21626');
		for (const patched of ['1.1.5+ds1-1+deb12u1', '1.1.5+ds1-1+deb12u12', '1.1.5+ds1-1+deb12u1+b3'])
			expect(idsOf(patched)).toEqual(['CVE-2024-45310', ...trio]);
		expect(isOfDebian('1.1.5+ds1-1+deb11u7', ['1.1.5+ds1-1+deb12u1'])).toBe(false);
		expect(isOfDebian(undefined, ['1.1.5+ds1-1+deb12u1'])).toBe(false);
	});

	it("does not judge a distribution's build without its changelog, and says where to look", () => {
		const row = escapeRow(programBuild('runc', said('1.1.5+ds1-1+deb12u2'), undefined));
		expect(row).not.toHaveProperty('met');
		expect(row.value).toContain('your distribution may have patched it');
		for (const id of idsIn(row))
			expect(`${row.mend}\n`).toContain(`https://security-tracker.debian.org/tracker/${id}\n`);
		expect(row.mend).not.toContain('…');
	});

	it('says where the distribution tells of an advisory, where that is known', () => {
		const mendOf = (version: string) => escapeRow(programBuild('runc', said(version), undefined)).mend;
		expect(mendOf('1.1.7-0ubuntu1~22.04.1')).toContain('https://ubuntu.com/security/CVE-2024-21626\n');
		expect(mendOf('1.1.9-1.el9')).toContain('https://access.redhat.com/security/cve/CVE-2024-21626\n');
		const other = { of: 'runc', version: '1.1.9', packaged: true, changelog: undefined };
		expect(escapeRow(other).mend).toContain('the advisories of your distribution say');
	});

	it('does not judge a version that it does not understand', () => {
		expect(escapeRow(programBuild('runc', 'dev', undefined))).toEqual({
			name: 'escapes of runc',
			runtime: 'runc',
			value: 'its version is not told',
			mend: 'See that it is 1.4.0 or newer, which has all known fixes',
		});
	});
});

it('escapes of gVisor go by its days, which Debian puts behind a number of its own', () => {
	const of = (version: string) =>
		escapeRow(programBuild('runsc', `runsc version ${version}\nspec: 1.0.2-dev\n`, undefined));
	expect(of('0.0~20221219.0')).toMatchObject({
		name: 'escapes of runsc',
		runtime: 'runsc',
		value: expect.stringMatching(/^runsc 20221219\.0 .*CVE-2025-2713/),
	});
	expect(of('release-20180801.0').value).toContain('CVE-2018-16359');
	expect(of('release-20250319.0')).toMatchObject({ met: true, value: 'runsc 20250319.0: none known' });
});

it('escapes of Podman by images and Containerfiles of others are told, and no problem', () => {
	const row = escapeRow(programBuild('podman', 'podman version 4.3.1', undefined));
	expect(row).toMatchObject({ met: true, value: expect.stringMatching(/CVE-2024-1753.*by images of others only$/) });
	expect(row).not.toHaveProperty('mend');
});

describe('escapes of the kernel', () => {
	const vanilla = (name: string) => escapeRow(kernelBuild(`Linux version ${name} (gcc)`, '', name));

	it.each([
		['5.7.1', ['CVE-2022-0185', 'CVE-2022-0492', 'CVE-2024-1086', 'CVE-2026-31431']],
		['5.10.101', ['CVE-2022-0847', 'CVE-2024-1086', 'CVE-2026-31431']],
		['5.15.149', ['CVE-2026-31431']],
		['6.18.44-fc-v657', []],
		['6.18.21', ['CVE-2026-31431']],
		['7.0.0', []],
	])('of upstream, %s: %j', (version, ids) => {
		expect(idsIn(vanilla(version)).toSorted()).toEqual(ids.toSorted());
	});

	it("reads the version of Debian's and Ubuntu's kernels, which their release does not tell, and leaves these open", () => {
		const debian = 'Linux version 6.1.0-28-amd64 (debian-kernel@lists.debian.org) #1 SMP Debian 6.1.70-1 (2024-11-22)';
		expect(escapeRow(kernelBuild(debian, '', '6.1.0-28-amd64')).value).toMatch(
			/^kernel 6\.1\.70-1 is below .*CVE-2024-1086/,
		);
		const ubuntu = kernelBuild(
			'Linux version 6.8.0-49-generic',
			'Ubuntu 6.8.0-49.49-generic 6.8.12\n',
			'6.8.0-49-generic',
		);
		expect(ubuntu).toMatchObject({ version: '6.8.12', packaged: true });
		expect(escapeRow(ubuntu)).not.toHaveProperty('met');
	});
});

it.each(knownEscapes)('what is proposed against $id is a release, and has the fix', (one) => {
	const below = { of: one.of, version: one.since ?? '0.1', packaged: false, changelog: undefined };
	const { mend = '', met } = escapeRow(below);
	expect(mend === '').toBe(met === true);
	if (mend === '') return;
	const [, version = ''] = / to (\S+) or newer/.exec(mend) ?? [];
	expect(version).toMatch(/^[\d.]+$/);
	expect(isBelow(version, one)).toBe(false);
});

it('every entry has an advisory, a fix that it is not below, and a shape', () => {
	for (const one of knownEscapes) {
		expect(one).toMatchObject({
			id: expect.stringMatching(/^CVE-\d{4}-\d+$/),
			source: expect.stringMatching(/^https:\/\//),
		});
		expect(one.shape).not.toBe('');
		for (const fixed of one.fixed) expect(isBelow(fixed, one)).toBe(false);
		expect(one.fixed.toSorted(compareVersions)).toEqual(one.fixed);
	}
});
