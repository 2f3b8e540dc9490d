import { type Sources, withoutComments } from './architecture-rules.ts';

/** The most members of a contract. */
const most = 5;

/**
 * Interfaces that somebody implements and that have more than five members, as `file: Name (count)`. A contract is one with a method, or
 * one of functions alone; records of facts, options and parts, which nobody implements, may be as long as what they list.
 */
export function wideContracts(sources: Sources): string[] {
	return [...sources].flatMap(([file, source]) =>
		interfacesOf(withoutComments(source))
			.filter(({ members }) => members.length > most && isContract(members))
			.map(({ name, members }) => `${file}: ${name} (${members.length})`),
	);
}

interface Declared {
	readonly name: string;
	readonly members: readonly string[];
}

function interfacesOf(source: string): Declared[] {
	return [...source.matchAll(/^(?:export )?interface (\w+)[^;]*?\{$/gm)].map((match) => ({
		name: match[1] ?? '',
		members: membersOf(source.slice(match.index + match[0].length)),
	}));
}

/** The members of the body that `text` begins in, each without what stands in its brackets. */
function membersOf(text: string): string[] {
	let depth = 1;
	let body = '';
	for (const char of text.replaceAll('=>', '⇒')) {
		if ('{([<'.includes(char)) depth += 1;
		if (depth === 1) body += char;
		if ('})]>'.includes(char)) depth -= 1;
		if (depth === 0) break;
		if (depth === 1 && ')>'.includes(char)) body += '()';
	}
	return body
		.split(';')
		.map((member) => member.replaceAll('}', '').trim())
		.filter((member) => member !== '');
}

const isMethod = (member: string) => /^(?:\w+|)\??\(\)/.test(member);
const isFunction = (member: string) => member.includes('⇒');

function isContract(members: readonly string[]): boolean {
	return members.some(isMethod) || members.every(isFunction);
}
