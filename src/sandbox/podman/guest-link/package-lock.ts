import { createHash } from 'node:crypto';
import { normalName } from '../../airlock/package-index/package-names.ts';
import type { ServedFile } from '../../airlock/package-index/wheel-cache.ts';
import type { PackageLock } from '../../sandbox.ts';

/** One line of a lock. */
export interface LockLine {
	/** Normalized (PEP 503). */
	readonly name: string;
	readonly version: string;
	/** Hex, of every wheel of that version. */
	readonly sha256s: readonly string[];
}

const linePattern = /^([A-Za-z0-9][A-Za-z0-9._-]*)==([A-Za-z0-9.!+_-]+)((?:\s+--hash=sha256:[0-9a-f]{64})+)$/;

/** The lines of a requirements file with exact versions and hashes; undefined when it holds anything else. Pure. */
export function parseLock(text: string): readonly LockLine[] | undefined {
	const lines = text
		.replaceAll(/\\\r?\n/g, ' ')
		.split(/\r?\n/)
		.filter((line) => line.trim() !== '');
	const parsed = lines.map((line) => parseLine(line.trim()));
	return parsed.every((line) => line !== undefined) ? parsed : undefined;
}

function parseLine(line: string): LockLine | undefined {
	const [, name = '', version = '', hashes] = linePattern.exec(line) ?? [];
	if (hashes === undefined) return undefined;
	return { name: normalName(name), version, sha256s: [...hashes.matchAll(/[0-9a-f]{64}/g)].map(([hash]) => hash) };
}

/** The hash that names the environment of a lock with this text. */
export function lockHash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * The lock of what an installer found, or undefined if it names anything that was not served: then something else than our door has
 * answered it. Pure.
 */
export function makeLock(lines: readonly LockLine[], served: readonly ServedFile[]): PackageLock | undefined {
	const sorted = [...lines].sort((a, b) => (a.name < b.name ? -1 : 1));
	const found = sorted.map((line) => ({ line, files: filesOf(line, served) }));
	if (found.some(({ line, files }) => files === undefined || line.sha256s.length === 0)) return undefined;
	const text = sorted.map(lineText).join('');
	const packages = found.map(({ line: { name, version }, files = [] }) => {
		const uploadedAt = latest(files);
		return { name, version, ...(uploadedAt === undefined ? {} : { uploadedAt }) };
	});
	return { hash: lockHash(text), text, packages };
}

function lineText({ name, version, sha256s }: LockLine): string {
	return `${[`${name}==${version}`, ...[...sha256s].sort().map((hash) => `--hash=sha256:${hash}`)].join(' ')}\n`;
}

/** The file of each hash; undefined if there is none for one. */
function filesOf(line: LockLine, served: readonly ServedFile[]): readonly ServedFile[] | undefined {
	const own = served.filter(({ name, version }) => name === line.name && sameVersion(version, line.version));
	const files = line.sha256s.map((hash) => own.find(({ sha256 }) => sha256 === hash));
	return files.every((file) => file !== undefined) ? files : undefined;
}

/** File names may write a version as its author did: 2024.02.01 is 2024.2.1 (PEP 440). */
function sameVersion(a: string, b: string): boolean {
	const plain = (version: string): string => version.toLowerCase().replaceAll(/(?<![0-9a-z])0+(?=[0-9])/g, '');
	return plain(a) === plain(b);
}

function latest(files: readonly ServedFile[]): string | undefined {
	const times = files.map(({ uploadedAt }) => uploadedAt);
	return times.every((time) => time !== undefined) ? times.sort().pop() : undefined;
}
