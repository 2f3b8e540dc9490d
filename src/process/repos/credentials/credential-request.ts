import { ProblemError } from '../../../base/errors.ts';
import { splitRule } from '../../../chat/place.ts';
import { places, platforms } from '../../../platforms.ts';

export const keyKinds = ['token', 'github-app', 'ssh-key'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** As given in the words of a command line: never the key itself. */
export interface AddFlags {
	readonly place?: string;
	readonly host?: string;
	readonly repositories?: string;
	readonly kind?: string;
	readonly login?: string;
	readonly app?: string;
	readonly installation?: string;
	/** Paths of files. */
	readonly file?: string;
	readonly knownHosts?: string;
}

export type CredentialsRequest =
	| ({ readonly action: 'add' } & AddFlags)
	| { readonly action: 'list' }
	| { readonly action: 'remove'; readonly id: string };

/** For what a credential is, checked. */
export interface Purpose {
	readonly place: string;
	readonly host: string;
	readonly repositories: readonly string[];
	readonly kind: KeyKind;
}

/** Reads for what a credential is. Throws a `ProblemError`. Pure. */
export function purposeOf({ place, host, repositories, kind = 'token', ...flags }: AddFlags): Purpose {
	const known = kindIn(kind);
	const at = withoutUsualPort(hostIn(host), known);
	const checked = {
		place: placeIn(place),
		host: at,
		repositories: repositoriesIn(repositories, at),
		kind: known,
	};
	mustBelong(flags, known);
	if (flags.login !== undefined && !/^[\w.@-]{1,100}$/.test(flags.login))
		throw wrong('--login is the name of a token’s account', 'Leave it out, or give the name alone');
	// Its number, or its client's id: docs.github.com, "Generating a JSON Web Token (JWT) for a GitHub App".
	if (checked.kind === 'github-app' && !/^[\w.]{1,100}$/.test(flags.app ?? ''))
		throw wrong('A GitHub App needs its id', 'Give --app <id>, as its settings page shows it');
	if (flags.installation !== undefined && !/^\d{1,20}$/.test(flags.installation))
		throw wrong(
			`"${flags.installation}" is no installation of an App`,
			'Give the number with which the address of its settings page ends: …/installations/<number>',
		);
	if (checked.kind === 'github-app' && new Set(checked.repositories.map(ownerOf)).size > 1)
		throw wrong(
			'A GitHub App makes tokens for repositories of one owner',
			'Add one credential for each owner, with the same key',
		);
	return checked;
}

/** Flags that say something of one kind of key alone. */
const ofOneKind = [
	{ flag: '--login', key: 'login', kind: 'token' },
	{ flag: '--app', key: 'app', kind: 'github-app' },
	{ flag: '--installation', key: 'installation', kind: 'github-app' },
	{ flag: '--known-hosts', key: 'knownHosts', kind: 'ssh-key' },
] as const;

/** Else a key of a kind that was not meant would be asked for. */
function mustBelong(flags: AddFlags, kind: KeyKind): void {
	const odd = ofOneKind.find((one) => flags[one.key] !== undefined && one.kind !== kind);
	if (odd) throw wrong(`${odd.flag} is for --kind ${odd.kind}, not for ${kind}`, 'Give that kind too, or leave it out');
}

function ownerOf(path: string): string {
	return path.slice(0, path.lastIndexOf('/')).toLowerCase();
}

function placeIn(place = ''): string {
	const facts = places.platformOf(place);
	if (facts?.rules.place.test(place)) return place;
	const known = platforms.map(({ rules }) => splitRule(rules.examples[0] ?? '').place);
	const what = place === '' ? 'It is not said whose it is' : `"${place}" is no place`;
	throw wrong(what, `Give --place <place>, such as ${known.join(' or ')}`);
}

/** A name, an IPv4 or a bracketed IPv6 address, and perhaps a port; nothing that could be an option. */
const hostForm = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::(\d{1,5}))?$/;

function hostIn(given = ''): string {
	// Of both nobody has a repository: the address names the shorter one.
	const host = given.toLowerCase().replace(/^(?:www|api)\.(?=github\.com$)/, '');
	const [, port = '1'] = hostForm.exec(host) ?? [];
	if (hostForm.test(host) && Number(port) > 0 && Number(port) <= 65_535) return host;
	throw wrong(
		host === '' ? 'It is not said which host it is for' : `"${given}" is no host`,
		'Give --host <host>, a name and perhaps a port: github.com, git.example.org:3000',
	);
}

/** Addresses leave it out. */
function withoutUsualPort(host: string, kind: KeyKind): string {
	return host.replace(kind === 'ssh-key' ? /:22$/ : /:443$/, '');
}

const pathForm = /^[\w.~+][\w.~+-]{0,99}(?:\/[\w.~+][\w.~+-]{0,99}){1,9}$/;

function repositoriesIn(given: string | undefined, host: string): readonly string[] {
	const paths = (given ?? '')
		.split(',')
		.map((path) =>
			withoutHost(path.trim(), host)
				.replace(/\/$/, '')
				.replace(/\.git$/, ''),
		)
		.filter(Boolean);
	const odd = paths.find((path) => !pathForm.test(path) || path.split('/').some((part) => /^\.+$/.test(part)));
	if (odd === undefined && paths.length > 0) return [...new Set(paths)];
	throw wrong(
		odd === undefined ? 'It is not said which repositories it is for' : `"${odd}" is no repository's path`,
		'Give --repositories <paths>, separated by commas: acme/app,acme/web',
	);
}

/** People have addresses at hand. Pure. */
function withoutHost(path: string, host: string): string {
	const bare = path.replace(/^https:\/\//i, '');
	return bare.toLowerCase().startsWith(`${host}/`) ? bare.slice(host.length + 1) : path;
}

function kindIn(given: string): KeyKind {
	const kind = keyKinds.find((one) => one === given);
	if (kind !== undefined) return kind;
	throw wrong(`"${given}" is no kind of key`, `Give --kind ${keyKinds.join(', or --kind ')}`);
}

function wrong(what: string, mend: string): ProblemError {
	return new ProblemError(what, mend);
}
