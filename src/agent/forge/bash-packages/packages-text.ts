import { shorten } from '../../../base/text/shorten.ts';
import { fetchLaterText } from './other-packages.ts';

/** A way on from a reason, by its words; the first that fits. They are the airlock's and uv's own. */
const advice: readonly (readonly [RegExp, string])[] = [
	[/PACKAGES=off|no package index/, 'Do it with what is there.'],
	[
		/no package named|not found in the package registry/i,
		'Check how the package is called; only those of the Python index can be had.',
	],
	[
		/only source distributions|no wheel|no usable wheel|no matching distribution|building .*(?:disabled|not allowed)/i,
		'Nothing is built here: ask for another version, or another package, that has a wheel for Python 3.13.',
	],
	[
		/cannot be reached|in time|ended the connection|index answered|way to the package index|took longer|airlock|redirect/i,
		'The package index is away, not the package at fault: try again later, or do it with what is there.',
	],
	[
		/larger than|may still download|no space left|disk (?:is )?full|os error 28|quota/i,
		'It is too large for this session: delete what you do not need in /workspace, or take a smaller package.',
	],
	[/days? old|day old/, 'Ask for an older version.'],
	[/taken back by its authors|SHA-256/, 'Ask for another version.'],
	[
		/unsatisfiable|no solution|would be replaced|conflict/i,
		'Packages of the image keep their versions, and so do Python and what else is installed: leave the version away, or ask for one that fits.',
	],
	[/sandbox ended|^Stopped/, 'Call it again.'],
	[/names of Python's own/, 'It cannot be had here: take another package.'],
];

const otherwise = 'Do it with what is there, or with another package.';

/** That nothing was installed, why, and what to do. Pure. */
export function notInstalled(names: readonly string[], reason: string): string {
	const why = shorten(reason.replaceAll(/\s+/g, ' ').trim(), 700).replace(/\.$/, '');
	const mend = advice.find(([words]) => words.test(reason))?.[1] ?? otherwise;
	return `Not installed: ${listed(names)}. ${why}. ${mend}`;
}

/** Tells of all that a call has brought. Pure. */
export function installedText(
	names: readonly string[],
	all: readonly { readonly name: string; readonly version: string }[],
	before: readonly { readonly name: string; readonly version: string }[],
): string {
	const had = new Set(before.map(({ name, version }) => `${name} ${version}`));
	const asked = all.filter(({ name }) => names.includes(name));
	const fresh = all.filter(({ name, version }) => !had.has(`${name} ${version}`) && !names.includes(name));
	const image = names.filter((name) => !all.some((one) => one.name === name));
	const sentences = [
		asked.length > 0 ? `Installed for bash in this session: ${versions(asked)}.` : '',
		image.length > 0 ? `In the image already: ${listed(image)}.` : '',
		fresh.length > 0 ? `With them came ${versions(fresh)}.` : '',
		fetchLaterText(asked.map(({ name }) => name)),
	];
	return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Nothing had to be done. Pure. */
export function thereText(there: readonly string[]): string {
	return `Already there: ${listed(there)}.`;
}

/** For what words were taken; empty where none was. Pure. */
export function takenText(taken: readonly string[]): string {
	return taken.length === 0 ? '' : ` Read ${listed(taken)}.`;
}

function versions(packages: readonly { readonly name: string; readonly version: string }[]): string {
	return listed(packages.map(({ name, version }) => `${name} ${version}`));
}

const mostListed = 25;

function listed(names: readonly string[]): string {
	const more = names.length > mostListed ? ` and ${names.length - mostListed} more` : '';
	return `${names.slice(0, mostListed).join(', ')}${more}`;
}
