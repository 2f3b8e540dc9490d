import type { AddFlags, CredentialsRequest } from '../process/repos/credentials/credential-request.ts';
import { type Verb, verb } from './verb.ts';

/** Verbs about keys for repositories. Each resolves with the process's exit code. */
export interface CredentialVerbs {
	/** Keeps a key, shows for what there are some, or removes one. */
	credentials(request: CredentialsRequest): Promise<number>;
}

export function credentialVerbs({ credentials }: CredentialVerbs): readonly [Verb, ...Verb[]] {
	return [
		verb({
			name: 'list',
			help: 'for what there are credentials; never their keys',
			arguments: [],
			flags: [],
			run: () => credentials({ action: 'list' }),
		}),
		verb({
			name: 'add',
			help: 'keep a key for repositories of one place; it is typed when asked for, or comes on standard input or from a file',
			arguments: [],
			flags: [
				['--place <place>', 'whose it is: a workspace or server, as rules of ADMINS begin, or local'],
				['--host <host>', 'the only host that it is sent to, perhaps with a port'],
				['--repositories <paths>', 'what it is for, separated by commas: acme/app,acme/web'],
				['--kind <kind>', 'token, github-app or ssh-key (a deploy key)', 'token'],
				['--login <name>', "the account of a token, where its server asks for the account's name"],
				['--app <id>', 'the id of a GitHub App'],
				['--installation <id>', 'which installation of the App (default: the one that has the repository)'],
				['--file <path>', 'read the key from a file'],
				[
					'--known-hosts <path>',
					'the keys of an ssh server, as lines of known_hosts (default: it is asked for them, and you confirm)',
				],
			],
			run: (_values, options: AddFlags) => credentials({ ...options, action: 'add' }),
		}),
		verb({
			name: 'remove',
			help: 'forget a key',
			arguments: [{ kind: 'word', name: 'id', help: 'the id of a credential, as list tells it' }],
			flags: [],
			run: ({ id }) => credentials({ action: 'remove', id }),
		}),
	];
}
