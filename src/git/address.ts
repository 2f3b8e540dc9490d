import { domainToASCII } from 'node:url';
import type { NotDone } from './git.ts';
import { pageOf } from './page-of.ts';
import type { RepositoryAddress } from './repository.ts';

/** An address as somebody typed it, understood. */
export interface ParsedAddress {
	readonly kind: 'address';
	readonly address: RepositoryAddress;
}

/** Browsers take about as many. */
const mostLength = 2_000;
const publicHost = 'github.com';

/**
 * Reads `https://host/owner/name`, `ssh://git@host/owner/name`, `git@host:owner/name`, `host/owner/name`, `owner/name` (at github.com) and the page of a
 * repository in a browser. What is refused gets a sentence, in which nothing of the text stands: it may hold a token. Pure.
 */
export function parseAddress(text: string): ParsedAddress | NotDone {
	const typed = withoutView(text.trim().replace(/^<(.*)>$/, '$1'));
	const strange = strangenessOf(typed);
	if (strange) return refused(strange);
	const short = shortForm(typed);
	if (short) return short;
	const [, scheme = '', rest = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/.exec(typed) ?? [];
	if (scheme === '' && typed.includes('::')) return refused('it names a program that git would run');
	if (scheme === '') return refused('it is no address of a repository: write https://host/owner/name');
	return fullForm(scheme.toLowerCase(), rest);
}

/** As git is given it. Throws `RangeError` where it is none that `parseAddress` would answer. Pure. */
export function formatAddress({ scheme, host, port, path, login }: RepositoryAddress): string {
	const user = login === undefined ? '' : `${login}@`;
	const text = `${scheme}://${user}${host}${port === undefined ? '' : `:${port}`}/${path}.git`;
	const parsed = parseAddress(text);
	const same = parsed.kind === 'address' && parsed.address;
	if (same && same.host === host && same.path === path && same.port === port && same.login === login) return text;
	throw new RangeError('Not the address of a repository');
}

function refused(why: string): NotDone {
	return { kind: 'refused', why: `That address cannot be used: ${why}.` };
}

/** How a page is looked at, as GitHub, GitLab and Bitbucket let browsers show it: `?tab=readme-ov-file#set-up`, `?ref_type=heads`. No other query is left out. */
const view = /^(https:\/\/[^?#]*)(?:\?(?:tab|ref_type|plain|at|expand)=[\w./-]{1,200})?(?:#[\w./:-]{0,200})?$/i;

function withoutView(typed: string): string {
	return view.exec(typed)?.[1] ?? typed;
}

function strangenessOf(typed: string): string | undefined {
	if (typed === '') return 'it is empty';
	if (typed.length > mostLength) return `it is longer than ${mostLength} characters`;
	if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(typed)) return 'there are invisible characters in it';
	if (/\s/u.test(typed)) return 'there is a space in it';
	if (typed.startsWith('-')) return 'it begins with "-"';
	if (/[\\"'`$|;&<>(){}^]/.test(typed)) return 'there are characters in it that no repository has';
	if (typed.includes('?')) return 'there is a query in it ("?")';
	if (typed.includes('#')) return 'there is a mark within a page in it ("#")';
	return undefined;
}

/** Of github.com; those of managed users end in `_` and their company's short code: docs.github.com, "Enterprise Managed Users". */
const ownerPattern = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9]+)?$/;

/** Forms without a scheme. */
function shortForm(typed: string): ParsedAddress | NotDone | undefined {
	if (typed.includes('://') || typed.includes('::')) return undefined;
	const scp = /^(?:([^@:/]+)@)?([^@:/]+):(.*)$/.exec(typed);
	if (scp) return ofScp(scp[1], scp[2] ?? '', scp[3] ?? '');
	if (/[@:]/.test(typed)) return undefined;
	const [first = '', ...others] = typed.replace(/\/$/, '').split('/');
	if (others.length === 0) return undefined;
	if (first.includes('.') && others.length > 1) return fullForm('https', typed);
	if (others.length === 1 && ownerPattern.test(first)) return fullForm('https', `${publicHost}/${typed}`);
	return undefined;
}

function ofScp(login: string | undefined, host: string, path: string): ParsedAddress | NotDone {
	if (login === undefined) return refused('write git@host:owner/name or https://host/owner/name');
	return build({ scheme: 'ssh', login, host, path: path.replace(/^\//, '') });
}

function fullForm(scheme: string, rest: string): ParsedAddress | NotDone {
	if (scheme === 'http') return refused('http is not encrypted: write https://');
	if (scheme !== 'https' && scheme !== 'ssh') return refused('repositories are reached by https and ssh alone');
	const [, authority = '', path = ''] = /^([^/]*)\/?(.*)$/.exec(rest) ?? [];
	const [, login, host = '', port] = /^(?:(.*)@)?([^:@]*)(?::(.*))?$/.exec(authority) ?? [];
	if (login !== undefined && (scheme === 'https' || login.includes(':')))
		return refused('no name, password or token belongs into it; an admin gives credentials apart');
	if (authority.includes('[')) return refused('give the host by its name instead of an IPv6 address');
	const number = port === undefined ? undefined : portOf(port);
	if (number === 'none') return refused('its port is no number from 1 to 65535');
	return build({ scheme, host, path, port: number, ...(login !== undefined && { login }) });
}

function portOf(text: string): number | 'none' {
	const number = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
	return number >= 1 && number <= 65_535 ? number : 'none';
}

interface Parts {
	readonly scheme: 'https' | 'ssh';
	readonly host: string;
	readonly path: string;
	readonly port?: number | undefined;
	readonly login?: string;
}

/** OpenSSH's own rule for what it takes from a command line is about the same (ssh.c, `valid_ruser`). */
const loginPattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const ownPort = { https: 443, ssh: 22 };

function build({ scheme, host, path, port, login = 'git' }: Parts): ParsedAddress | NotDone {
	// A browser that is given the longer name is sent on; git here is not.
	const name = host.toLowerCase().replace(/^www\.(?=github\.com$)/, '');
	const problem = problemOfHost(name) ?? (loginPattern.test(login) ? undefined : 'its login is none');
	if (problem) return refused(problem);
	const segments = repositoryPath({ scheme, path }, name);
	if (typeof segments === 'string') return refused(segments);
	if (name === publicHost && segments.length !== 2) return refused(`at ${publicHost} it is owner/name`);
	const address: RepositoryAddress = {
		scheme,
		host: name,
		...(port !== undefined && port !== ownPort[scheme] && { port }),
		path: segments.join('/'),
		...(scheme === 'ssh' && { login }),
	};
	return { kind: 'address', address };
}

/** RFC 1123, section 2.1. */
const hostPattern = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function problemOfHost(host: string): string | undefined {
	const ascii = domainToASCII(host);
	if (/[^\p{ASCII}]/u.test(host))
		return ascii === '' ? 'its host is no name' : `its host is really ${ascii}: write it like that if you mean it`;
	if (!hostPattern.test(host)) return 'its host is no name';
	// 127.1, 0x7f000001 and the like: another address than it seems.
	return ascii === host ? undefined : 'its host is no name';
}

/** The parts of a repository's path, or why it is none. */
function repositoryPath({ scheme, path }: Pick<Parts, 'scheme' | 'path'>, host: string): readonly string[] | string {
	const all = path.replace(/\/+$/, '').split('/');
	const ending = all.findIndex((part) => part.endsWith('.git'));
	// Nobody looks at pages by ssh.
	const page = ending >= 0 || scheme === 'ssh' ? 'none' : pageOf(host, all);
	if (page === 'unclear')
		return 'it may be a page of a repository, or a repository of that name: write .git behind the repository that is meant';
	const end = ending >= 0 ? ending + 1 : page === 'none' ? all.length : page;
	const parts = all.slice(0, end).map((part) => part.replace(/\.git$/, ''));
	return problemOfPath(all, parts) ?? parts;
}

function problemOfPath(all: readonly string[], parts: readonly string[]): string | undefined {
	if (all.some((part) => /^\.\.?$/.test(part))) return 'there is "." or ".." in its path';
	if (parts.some((part) => part === '')) return 'it names no repository: write https://host/owner/name';
	if (parts.some((part) => part.startsWith('-'))) return 'a part of its path begins with "-"';
	if (parts.some((part) => !/^[A-Za-z0-9._~+-]+$/.test(part) || /\.git$/i.test(part) || /^\.+$/.test(part)))
		return 'there are characters in it that no repository has';
	return parts.join('/').length > 500 ? 'its path is longer than 500 characters' : undefined;
}
