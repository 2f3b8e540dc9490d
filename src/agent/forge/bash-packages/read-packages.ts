import { isRecord } from '../../model/text/json-text.ts';
import { createMender } from '../../model/text/mend-json.ts';
import type { Notes } from '../order/notes.ts';
import { isNothing, readText } from '../order/notes.ts';
import { readDependencies } from '../order/small-fields.ts';
import { isWellKnown } from '../static/allow-list.ts';
import { providerInAnyCase } from '../static/distributions.ts';
import { isInImage } from '../static/image-packages.ts';
import { normalizedName, parseRequirement, type Requirement } from '../static/requirement.ts';
import { noPythonPackage } from './other-packages.ts';

/** Packages that a call asks for. */
export interface PackagesAsked {
	readonly requirements: readonly Requirement[];
	/** Words that were read as something else than they say. */
	readonly taken: readonly string[];
	/** Sentences; nothing is done where there are any. */
	readonly faults: readonly string[];
}

/** More text names no packages, characters. */
const mostText = 4_000;
/** As many as one resolving takes; those that are there already count. */
const mostNames = 40;
const fields =
	'packages package names name requirements requirement dependencies libraries modules pip args command'.split(' ');

/** Reads what a model asks to be installed, however it says it: never rejects, and is linear in what was sent. Pure. */
export function readPackages(given: unknown): PackagesAsked {
	const notes: Notes = { taken: new Set(), faults: [], mender: createMender() };
	const value = readText(fieldOf(readText(given, notes)), notes);
	if (sizeOf(value) > mostText) return refused(`Name the packages alone: more than ${mostText} characters were given`);
	const lines = typeof value === 'string' ? value.split('\n') : [...readDependencies(value, notes)];
	const words = lines.flatMap((line) => wordsOf(withoutInstaller(line)));
	const faults = lines.flatMap((line) => foreignInstaller(line) ?? []);
	const names = words.filter((word) => !isNothing(word)).map((word) => meantBy(word, notes));
	const kept = readDependencies(names, notes);
	const parsed = kept.map((name) => noPythonPackage(name) ?? parseRequirement(name));
	const requirements = onceEach(parsed.filter((one) => typeof one !== 'string'));
	const wrong = parsed.filter((one) => typeof one === 'string');
	if (requirements.length > mostNames) return refused(`At most ${mostNames} packages can be asked for at once`);
	return { requirements, taken: [...notes.taken], faults: [...faults, ...wrong].slice(0, 10) };
}

function onceEach(requirements: readonly Requirement[]): readonly Requirement[] {
	return [...new Map(requirements.map((one) => [one.text, one])).values()];
}

function refused(fault: string): PackagesAsked {
	return { requirements: [], taken: [], faults: [fault] };
}

/** The field that names them; of an object with none of these fields, the object: a map of names to versions. */
function fieldOf(given: unknown): unknown {
	if (!isRecord(given)) return given;
	const field = fields.find((name) => !isNothing(given[name]));
	return field === undefined ? given : given[field];
}

function sizeOf(value: unknown): number {
	return typeof value === 'string' ? value.length : (JSON.stringify(value) ?? '').length;
}

const installer =
	/^[\s!%$>`]*(?:sudo\s+)?(?:python[\d.]*\s+-m\s+)?(?:uv\s+)?(?:pip[\d.]*|uv|conda|mamba|poetry|pipenv)\s+(?:install|add)\b/;
const foreign =
	/^[\s!$]*(?:sudo\s+)?(apt|apt-get|aptitude|apk|dnf|yum|brew|npm|yarn|pnpm|cargo|gem)\s+(?:install|add|i)\b/;
/** Options of installers with a value behind them. */
const withValue = /^(?:-c|-i|-f|-t|--channel|--index-url|--extra-index-url|--find-links|--target)$/;

function foreignInstaller(line: string): string | undefined {
	const name = foreign.exec(line)?.[1];
	return name && `"${name}" is not here: only Python packages can be installed`;
}

/** The rest of a command line that installs, without options; any other line as it is. */
function withoutInstaller(line: string): string {
	if (foreign.test(line)) return '';
	const found = installer.exec(line)?.[0];
	if (found === undefined) return line;
	const words = line.slice(found.length).split(/\s+/);
	return words.filter((word, at) => !word.startsWith('-') && !withValue.test(words[at - 1] ?? '')).join(' ');
}

/** A condition behind a requirement (PEP 508), up to the end of its line: whether it holds here, asking for it says. */
const marker = /(?<!\s)\s*;\s*(?:\(|python_|os_name|sys_platform|platform_|implementation_|extra\b).*$/;

/** Requirements between commas, semicolons or spaces. */
function wordsOf(line: string): readonly string[] {
	const plain = line
		.replace(/(?:^|\s)#.*$/, '')
		.replace(marker, '')
		.trim();
	const close = plain
		.replaceAll(/(?:(?<!\s)\s+)?(~=|={2,3}|!=|<=|>=|<|>)\s*/g, '$1')
		.replaceAll(/(?<!\s)\s+\[/g, '[')
		.replaceAll(']', '] ');
	const words = close
		.split(/(?<![\s,;])[\s,;]+(?![\s,;]|[^[\]]*\])/)
		.map((word) => word.replaceAll(/^['"`]+|['"`]+$/g, ''));
	return tied(words).filter(isName);
}

/** A bound or a part in brackets that stands alone belongs to the word before it. */
function tied(words: readonly string[]): readonly string[] {
	const whole: string[] = [];
	for (const word of words) {
		const last = whole.at(-1);
		if (last !== undefined && /^[<>=!~]/.test(word)) whole[whole.length - 1] = `${last}${bound(last)}${word}`;
		else whole.push(word);
	}
	return whole;
}

function bound(before: string): string {
	return /[<>=!~]/.test(before) ? ',' : '';
}

function isName(word: string): boolean {
	return word !== '' && !/^(?:and|und|et|y|&|\+|latest)$/i.test(word);
}

/** Distributions of which another build is the one for a machine without a screen. */
const builds: Readonly<Record<string, string>> = {
	'opencv-python': 'opencv-python-headless',
	'opencv-contrib-python': 'opencv-contrib-python-headless',
	beautifulsoup: 'beautifulsoup4',
};

/** A requirement in which a module's name is replaced by its distribution's; as it is where it names a distribution. */
function meantBy(word: string, { taken }: Pick<Notes, 'taken'>): string {
	const name = /^[\w.-]+/.exec(word)?.[0] ?? '';
	const meant = noPythonPackage(name) === undefined ? distributionFor(name) : undefined;
	if (meant === undefined || meant === normalizedName(name)) return word;
	taken.add(`${name.slice(0, 60)} as ${meant}`);
	return `${meant}${word.slice(name.length)}`;
}

function distributionFor(name: string): string | undefined {
	const plain = normalizedName(name);
	// A name space that many have a part of
	if (plain === 'google') return undefined;
	if (Object.hasOwn(builds, plain)) return builds[plain];
	if (isWellKnown(plain) || isInImage(plain)) return plain;
	const [first = '', ...rest] = name.split('.');
	const provider = providerInAnyCase(name) ?? providerInAnyCase(first);
	if (provider !== undefined) return provider;
	const whole = normalizedName(first);
	return rest.length > 0 && (isWellKnown(whole) || isInImage(whole)) ? whole : undefined;
}
