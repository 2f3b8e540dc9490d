import { formatAddress, parseAddress } from '../address.ts';
import type { NotDone } from '../git.ts';
import type { Follow, RepositoryAddress } from '../repository.ts';

/**
 * Reads what an admin names: the address of a repository, or of a server of LFS, which ends in `/info/lfs`
 * (github.com/git-lfs/git-lfs, docs/api/server-discovery.md); by ssh its host is asked for one. Pure.
 */
export function parseFollow(text: string): Follow | NotDone {
	const typed = text
		.trim()
		.replace(/^<(.*)>$/, '$1')
		.replace(/(?<!\/)\/+$/, '');
	// With what a server has below that: else the repository itself would be taken for a submodule.
	const [, repository, dotGit = ''] = /^(.*?)(\.git)?\/info\/lfs(?:[/#].*)?$/.exec(typed) ?? [];
	const parsed = parseAddress(repository ?? typed);
	if (parsed.kind === 'refused') return parsed;
	const { address } = parsed;
	const url = urlOf(address);
	if (repository === undefined) return { kind: 'submodule', address, url };
	return { kind: 'lfs', address, url: `${url}${dotGit}/info/lfs` };
}

/** An address as people write it, without `.git`. Throws as `formatAddress`. Pure. */
export function urlOf(address: RepositoryAddress): string {
	return formatAddress(address).slice(0, -'.git'.length);
}

/** All ways to write an address that are taken for it, letter by letter: any other text is another address. Pure. */
export function formsOf(address: RepositoryAddress): readonly string[] {
	const { scheme, login, host, port, path } = address;
	const plain = [urlOf(address), ...(scheme === 'ssh' && port === undefined ? [`${login}@${host}:${path}`] : [])];
	return plain.flatMap((form) => [form, `${form}.git`]);
}

/**
 * Where the url of a submodule leads that begins with `./` or `../`, which is from the repository's own address (gitmodules(5)); undefined where it
 * leads out of its host. Others are as they are. Pure.
 */
export function resolveUrl(url: string, of: RepositoryAddress): string | undefined {
	if (!/^\.\.?\//.test(url)) return url;
	const root = urlOf(of).slice(0, -of.path.length);
	const parts = of.path.split('/');
	let rest = url;
	for (let found = /^(\.\.?)\//.exec(rest); found; found = /^(\.\.?)\//.exec(rest)) {
		if (found[1] === '..' && parts.pop() === undefined) return undefined;
		rest = rest.slice(found[0].length);
	}
	return root + [...parts, rest].join('/');
}
