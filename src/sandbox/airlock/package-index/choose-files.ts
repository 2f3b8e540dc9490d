import { youngLine } from '../age.ts';
import { readWheelName } from './package-names.ts';
import type { IndexFile } from './pages/read-page.ts';

/** A wheel that may be served. */
export interface Wheel extends IndexFile {
	readonly name: string;
	readonly version: string;
	readonly sha256: string;
}

/** Decides which files of one project may be served. */
export interface FileRule {
	readonly leastAgeMs: number;
	/** Whether files of unknown age will do. */
	readonly undated: boolean;
	/** Only files with these SHA-256, hex. */
	readonly only: ReadonlySet<string> | undefined;
}

/** The files left of a page, or why there are none, or why the newest version is not among them. */
export type Choice =
	| { readonly kind: 'some'; readonly wheels: readonly Wheel[]; readonly withheld: string | undefined }
	| { readonly kind: 'undated' }
	| { readonly kind: 'nothing'; readonly reason: string };

type Verdict = 'fit' | 'young' | 'undated' | 'yanked' | 'other' | 'unhashed' | 'no-wheel';

interface Judged {
	readonly verdict: Verdict;
	readonly wheel: Wheel;
}

/** Picks what may be served from the files of the page of `name`, a normalized name. Pure. */
export function chooseFiles(name: string, files: readonly IndexFile[], rule: FileRule, now: number): Choice {
	const judged = files.map((file) => judge(name, file, rule, now));
	const wheels = judged.flatMap(({ verdict, wheel }) => (verdict === 'fit' ? [wheel] : []));
	const young = tooYoung(judged, rule, now);
	if (wheels.length > 0) return { kind: 'some', wheels, withheld: isNewer(young, wheels) ? young?.line : undefined };
	const verdicts = new Set(judged.map(({ verdict }) => verdict));
	if (verdicts.has('undated')) return { kind: 'undated' };
	return { kind: 'nothing', reason: young?.line ?? whyNothing(name, verdicts) };
}

function judge(name: string, file: IndexFile, rule: FileRule, now: number): Judged {
	const named = readWheelName(file.filename);
	const wheel = { ...file, name, version: named?.version ?? '', sha256: file.sha256 ?? '' };
	if (named?.name !== name) return { verdict: 'no-wheel', wheel };
	return { verdict: file.sha256 === undefined ? 'unhashed' : verdictOn(wheel, rule, now), wheel };
}

function verdictOn(wheel: Wheel, rule: FileRule, now: number): Verdict {
	if (rule.only && !rule.only.has(wheel.sha256)) return 'other';
	if (wheel.yanked) return 'yanked';
	if (rule.leastAgeMs <= 0) return 'fit';
	if (wheel.uploadedAt === undefined) return rule.undated ? 'fit' : 'undated';
	return now - wheel.uploadedAt < rule.leastAgeMs ? 'young' : 'fit';
}

interface Young {
	readonly line: string;
	readonly uploadedAt: number;
}

function tooYoung(judged: readonly Judged[], rule: FileRule, now: number): Young | undefined {
	const young = judged.filter(({ verdict }) => verdict === 'young').map(({ wheel }) => wheel);
	const last = young.toSorted((a, b) => (b.uploadedAt ?? 0) - (a.uploadedAt ?? 0))[0];
	if (last?.uploadedAt === undefined) return undefined;
	const line = youngLine(`${last.name} ${last.version}`, now - last.uploadedAt, rule.leastAgeMs);
	return { line, uploadedAt: last.uploadedAt };
}

/** A late wheel of an old version is not a newer version. */
function isNewer(young: Young | undefined, wheels: readonly Wheel[]): boolean {
	return young !== undefined && wheels.every(({ uploadedAt = 0 }) => uploadedAt < young.uploadedAt);
}

function whyNothing(name: string, verdicts: ReadonlySet<Verdict>): string {
	if (verdicts.has('yanked')) return `${name} was taken back by its authors (yanked)`;
	if (verdicts.has('other')) return `${name} is in the index, but no file of it has a SHA-256 of the lock`;
	if (verdicts.has('unhashed')) return `${name} has wheels in the index, but without their SHA-256`;
	if (verdicts.has('no-wheel')) return `${name} has only source distributions, no wheel`;
	return `${name} has no files in the index`;
}
