import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { which } from '../base/host.mjs';
import { run } from '../base/run.mjs';
import { knownEscapes } from './known-escapes.mjs';

/** Whether runtimes, Podman and kernel are of versions with known ways out of a container, and whether our containers offer them. */
export const escapeRows = async () => {
	const programs = ['runc', 'crun', 'runsc', 'podman'].filter((name) => which(name) !== undefined);
	const builds = await Promise.all(programs.map(buildOf));
	const kernel = kernelBuild(readOr('/proc/version'), readOr('/proc/version_signature'), release());
	return [...builds, kernel].map((build) => escapeRow(build));
};

/**
 * One component as it is installed.
 *
 * @typedef {{
 *   of: string,
 *   version: string,
 *   packaged: boolean,
 *   changelog: string | undefined,
 *   package?: string | undefined,
 *   tracker?: string | undefined,
 * }} Build `packaged`: a distribution's, which may hold fixes that its version does not tell. `changelog`: of that package, where there is one. `package`: its version, where the program tells it.
 * `tracker`: where the distribution tells of an advisory, whose id is put behind.
 */

/**
 * @param {Build} build
 * @returns {{ name: string, value: string, met?: boolean, mend?: string, runtime?: string }}
 */
export const escapeRow = (build) => {
	const row = {
		name: `escapes of ${build.of}`,
		...(['runc', 'crun', 'runsc'].includes(build.of) && { runtime: build.of }),
	};
	if (parse(build.version) === undefined) return { ...row, ...notUnderstood(build) };
	const below = knownEscapes.filter((one) => one.of === build.of && isBelow(build.version, one));
	const left = below.filter(({ id, debian }) => !build.changelog?.includes(id) && !isOfDebian(build.package, debian));
	const shown = `${build.of} ${build.version}`;
	if (left.length === 0)
		return { ...row, value: `${shown}: none known${below.length > 0 ? patchedBy(build) : ''}`, met: true };
	const verdict = verdictOn(build, left, shown);
	return { ...row, ...verdict, ...(verdict.met !== true && { mend: mendOf(build, left) }) };
};

const notUnderstood = ({ of, version }) => ({
	value: version === '' ? 'its version is not told' : `version "${version}" is not understood`,
	mend: `See that it is ${newestOf(knownEscapes.filter((one) => one.of === of))} or newer, which has all known fixes`,
});

const verdictOn = (build, left, shown) => {
	const ids = left.map(({ id }) => id).join(', ');
	if (left.every(({ foreign }) => foreign))
		return { value: `${shown} has ${ids}, by images of others only`, met: true };
	// A distribution's newest may have no fix yet: what our containers do not offer is told, and no problem to mend today.
	if (isOpen(build) && build.packaged && left.every(({ foreign, spared }) => foreign || spared))
		return { value: `${shown} has ${ids}; what they take, our containers do not offer` };
	if (isOpen(build)) return { value: `${shown} has ${ids}`, met: false };
	return { value: `${shown} is below upstream's fixes of ${ids}; your distribution may have patched it` };
};

const patchedBy = ({ changelog }) =>
	changelog === undefined ? ', by the version of its package' : ', by its changelog';

/** Whether a package of Debian is, of the same release, as new as one that was patched, or newer: 1.1.5+ds1-1+deb12u1, …u2. */
export const isOfDebian = (version = '', patched = []) => {
	const [, release, number] = securityUpdate.exec(version) ?? [];
	return patched.some((one) => {
		const [, other, least] = securityUpdate.exec(one);
		return release === other && Number(number) >= Number(least);
	});
};

const securityUpdate = /^(.*\+deb\d+u)(\d+)/;

/** A package of a program tells its fixes in its changelog. A kernel's often tells no names, and without one nobody can say. */
const isOpen = ({ of, packaged, changelog }) => !packaged || (of !== 'kernel' && changelog !== undefined);

/** A line for each: all of them in one are not read. */
const mendOf = (build, left) => [`${updateOf(build, left)}${ownWord(build)}:`, ...left.map(affected(build))].join('\n');

const affected =
	({ tracker }) =>
	({ id, shape, spared, source }) =>
		`${id}: ${shape} (${spared ?? 'ours, too'}). See ${source}${tracker === undefined ? '' : ` ${tracker}${id}`}`;

const ownWord = ({ packaged, tracker }) => {
	if (!packaged) return '';
	return tracker === undefined
		? '; the advisories of your distribution say what its package has'
		: '; your distribution says what its package has';
};

/** To the fix of the same line where that has all of them: whoever runs an old line may be bound to it. */
const updateOf = ({ of, version }, left) => {
	const newest = newestOf(left);
	const own = left.map(({ fixed }) => fixed.find((one) => lineOf(one) === lineOf(version) && !isCandidate(one)));
	const last = own.includes(undefined) ? newest : latest(own);
	return last === newest ? `Update ${of} to ${newest} or newer` : `Update ${of} to ${last}, or to ${newest} or newer`;
};

/** The first release that has all of these fixes; one that came with a candidate is in what that led to. */
const newestOf = (escapes) => {
	const last = latest(escapes.flatMap(({ fixed }) => fixed.slice(-1)));
	return isCandidate(last) ? parse(last).numbers.join('.') : last;
};

const latest = (versions) => [...versions].sort(compareVersions).at(-1);

const isCandidate = (version) => parse(version).candidate !== undefined;

/**
 * Whether a version lacks a fix: it is of the lines before the last that was fixed, and newer than none of the fixes of its own line.
 *
 * @param {string} version
 * @param {{ since?: string, fixed: readonly string[] }} escape
 */
export const isBelow = (version, { since, fixed }) => {
	if (since !== undefined && compareVersions(version, since) < 0) return false;
	const last = fixed[fixed.length - 1];
	if (compareVersions(version, last) >= 0) return false;
	const own = fixed.find((one) => lineOf(one) === lineOf(version));
	return own === undefined || compareVersions(version, own) < 0;
};

const lineOf = (version) => parse(version)?.numbers.slice(0, 2).join('.');

/** The numbers and, for a pre-release, its number: `1.1.5+ds1-1+deb12u1`, `1.4.0-rc.3`, `5.10.102-1`. */
const parse = (version) => {
	const [, text, candidate] = /^v?(\d+(?:\.\d+)+)(?:[-~]?rc\.?(\d+))?/.exec(version) ?? [];
	if (text === undefined) return undefined;
	const numbers = text.split('.').map(Number);
	return {
		numbers: [...numbers, 0, 0].slice(0, Math.max(3, numbers.length)),
		candidate: candidate && Number(candidate),
	};
};

/** Below 0 where the first is older. A release candidate is older than its release. */
export const compareVersions = (one, other) => {
	const [a, b] = [parse(one), parse(other)];
	const differing = a.numbers
		.map((number, index) => number - (b.numbers[index] ?? 0))
		.find((difference) => difference !== 0);
	return differing ?? (a.candidate ?? Number.MAX_SAFE_INTEGER) - (b.candidate ?? Number.MAX_SAFE_INTEGER);
};

const buildOf = async (name) => {
	const { stdout } = await run(which(name), ['--version']);
	return programBuild(name, stdout, changelogOf(name));
};

/**
 * @param {string} name
 * @param {string} said What it answers to `--version`.
 * @param {string | undefined} changelog
 */
export const programBuild = (name, said, changelog) => {
	// Those of gVisor are named by their day, which Debian puts behind a number of its own
	const version = (/\d{8}\.\d+/.exec(said) ?? /\d+\.\d+[\w.+~-]*/.exec(said))?.[0] ?? '';
	// Debian's own programs tell the package's version as their commit
	const tracker = trackerOf(said);
	const packaged = changelog !== undefined || tracker !== undefined;
	return { of: name, version, packaged, changelog, tracker, package: /\S+\+deb\d+u\d+\S*/.exec(said)?.[0] };
};

/**
 * @param {string} version `/proc/version`
 * @param {string} signature `/proc/version_signature`, which Ubuntu has
 * @param {string} name The release, as `uname -r` tells it
 */
export const kernelBuild = (version, signature, name) => {
	const ubuntu = /^Ubuntu \S+ (\S+)/.exec(signature)?.[1];
	const debian = /\bDebian (\d[\w.+~-]*)/.exec(version)?.[1];
	const packaged =
		ubuntu !== undefined ||
		debian !== undefined ||
		/\.(el|fc|amzn|azl)\d|-(generic|aws|azure|gcp|default)\b/.test(name);
	const changelog = changelogOf(`linux-image-${name}`);
	const tracker = ubuntu === undefined ? trackerOf(`${version} ${name}`) : trackers.ubuntu;
	return { of: 'kernel', version: ubuntu ?? debian ?? name, packaged, changelog, tracker };
};

const trackers = {
	ubuntu: 'https://ubuntu.com/security/',
	debian: 'https://security-tracker.debian.org/tracker/',
	redHat: 'https://access.redhat.com/security/cve/',
};

/** By the names that distributions give their builds. */
const trackerOf = (name) => {
	if (/ubuntu/i.test(name)) return trackers.ubuntu;
	if (/[+~-](ds|deb|dfsg)\d*|debian/i.test(name)) return trackers.debian;
	return /\.(el|fc)\d+/.test(name) ? trackers.redHat : undefined;
};

const changelogOf = (name) => {
	try {
		return gunzipSync(readFileSync(`/usr/share/doc/${name}/changelog.Debian.gz`)).toString();
	} catch {
		return undefined;
	}
};

const readOr = (path) => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
};
