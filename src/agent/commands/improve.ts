import { action, type Command } from './command.ts';
import { given } from './syntax/arguments.ts';
import { behindNote } from './syntax/flags.ts';

/** All that improving this program takes. */
export interface ImproveParts {
	/** Its own repository, as it is opened here; undefined: nobody has said which that is. */
	readonly repository: string | undefined;
	/** Counts of the last days, without anybody's words. Rejects with a sentence for people. */
	readonly digest: () => Promise<string>;
}

const digestFlag = {
	kind: 'flag',
	name: 'digest',
	help: 'attach the counts of the last week',
	optional: true,
	takes: { kind: 'nothing' },
} as const;

/**
 * `/improve <what>`: this program's own repository is worked on as any other is, and it ends in a pull request for a person. It is for whoever has the
 * host's command line: where chat platforms are served it is not there.
 */
export function improveCommand({ repository, digest }: ImproveParts): Command {
	return action({
		name: 'improve',
		help: 'Have Threadsmith mend itself, up to a pull request',
		arguments: [digestFlag, { kind: 'words', name: 'what', help: 'what is to be better' }],
		right: 'admin',
		when: 'asking',
		run: async (values, { say, spell }) => {
			if (repository === undefined) return unknownText(spell);
			await say(taskText(repository, values.what, values.digest === given ? await digest() : ''));
			return behindNote([digestFlag], values.what).join('\n');
		},
	});
}

/** The test command that a repository of this program is opened with. */
export const improveTest = 'node scripts/check-in-sandbox.mjs';
export const improveSetup = 'npm ci --ignore-scripts && chmod -R a-w node_modules';

function unknownText(spell: (usage: string) => string): string {
	return [
		'Nobody has said yet where Threadsmith’s own repository is:',
		`1. ${spell('repo add')} with its address (yours, or a fork that you may push to)`,
		`2. ${spell(`repo setup <name> ${improveSetup}`)}`,
		`3. ${spell(`repo set <name> --indexes npm`)}, and ${spell(`repo test <name> ${improveTest}`)}`,
		'4. `IMPROVE_REPOSITORY=<name>` and `SANDBOX_MEMORY=4 GB` in `.env` (its checks need that), and a new start',
	].join('\n');
}

/** The order, as a message of the operator's. Pure. */
export function taskText(repository: string, what: string, digest: string): string {
	return [
		`Improve Threadsmith itself, in the repository ${repository}: ${what}`,
		'Open the repository, and read its AGENTS.md first. Find the cause before you change anything; change as little as mends it, and write a test that fails without it. ' +
			`\`${improveTest}\` has to pass: it says itself which tests cannot run in a sandbox, and the pull request has to name those that would have mattered. ` +
			'Then propose the change. A person decides; nothing is merged or deployed.',
		...(digest === '' ? [] : [digest]),
	].join('\n\n');
}
