import { tailOf } from '../../../sandbox/guest/sanitise.ts';
import type { CommandEnd } from './run-command.ts';

interface Hint {
	/** In the end of an installer's output; its first group is put for `$1` in `says`. */
	readonly after: RegExp;
	readonly says: string;
}

/** Installers that npm brings, by a version that is known to work so; a shell says "command not found", and not what to do. */
const missing: readonly Hint[] = Object.entries({ yarn: 'yarn@1', pnpm: 'pnpm@9' }).map(([name, version]) => ({
	after: new RegExp(`\\b${name}: command not found`),
	says: `${name} is not in the sandbox: with the index npm open, \`npx --yes ${version} install\` brings it`,
}));

const tooYoung = '$1 may be too young: versions that their index has not had for `PACKAGE_DAYS` are left out';

/** Doors leave out what is too young, and installers say that there is no such version: npm, pip, uv, cargo. */
const withheld: readonly Hint[] = [
	/\bNo matching version found for (\S{1,120})\./,
	/\bNo matching distribution found for (\S{1,120})/,
	/\bthere is no version of (\S{1,120})/,
	/\bfailed to select a version for the requirement `(\S{1,120})/,
].map((after) => ({ after, says: tooYoung }));

/** The end of what a failed command printed, with what can be done where an installer does not say that itself; at most 4,000 characters. Pure. */
export function withHint({ code, tail }: Pick<CommandEnd, 'code' | 'tail'>): string {
	for (const { after, says } of code === 127 ? missing : withheld) {
		const found = after.exec(tail);
		if (found)
			return noted(
				tail,
				says.replace('$1', () => found[1] ?? ''),
			);
	}
	return tail;
}

function noted(tail: string, note: string): string {
	return `${tailOf(tail.trimEnd(), 4_000 - note.length - 2)}\n${note}\n`;
}
