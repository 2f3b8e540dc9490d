import { expect, test } from 'vitest';
import { containersConf, hasCapability, parseHardLimits, parseOsRelease } from '../../../scripts/base/host.mjs';

const modern = {
	unifiedCgroups: true,
	systemd: true,
	mayRaiseLimits: true,
	hardLimits: { nofile: 524_288, nproc: 100_000 },
	crun: true,
};

test('a host with systemd, unified cgroups and crun keeps the defaults of Podman', () => {
	expect(containersConf(modern)).toBeUndefined();
});

test('hybrid cgroups get runc, and no systemd gets cgroupfs and a file of events', () => {
	expect(containersConf({ ...modern, unifiedCgroups: false, systemd: false })).toBe(
		'[containers]\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n',
	);
});

test('without crun the runtime is named even on unified cgroups', () => {
	expect(containersConf({ ...modern, crun: false })).toContain('runtime = "runc"');
});

test('a process that may not raise limits gives containers none above its own', () => {
	const conf = containersConf({ ...modern, mayRaiseLimits: false, hardLimits: { nofile: 512, nproc: 96_365 } });
	expect(conf).toContain('default_ulimits = ["nofile=512:512","nproc=1000:1000"]');
});

test('capabilities are read bit by bit', () => {
	expect(hasCapability('CapEff:\t000001fffeffffff\n', 24n)).toBe(false);
	expect(hasCapability('CapEff:\t000001ffffffffff\n', 24n)).toBe(true);
	expect(hasCapability('', 24n)).toBe(false);
});

test('hard limits are the third column, and unlimited is no limit', () => {
	const limits =
		'Max processes             5                    unlimited            processes\nMax open files            1024                 20000                files\n';
	expect(parseHardLimits(limits)).toEqual({ nofile: 20_000, nproc: Number.POSITIVE_INFINITY });
});

test('os-release is read with and without quotes', () => {
	expect(parseOsRelease('ID=debian\nVERSION_ID="12"\nPRETTY_NAME=\'Debian 12\'\n')).toEqual({
		ID: 'debian',
		VERSION_ID: '12',
		PRETTY_NAME: 'Debian 12',
	});
});
