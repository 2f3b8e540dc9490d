/** Each repository there is an owner and a name, and all behind is a page. */
const twoParts = /^(?:github\.com|codeberg\.org|bitbucket\.org|gitea\.com|[a-z0-9-]+\.ghe\.com)$/;

const any = /^./;
const number = /^\d+(?:\/|$)/;

/** Pages of a repository, and how what stands behind such a word has to look: at GitHub, GitLab, Gitea and Forgejo, Bitbucket. */
const pages: ReadonlyMap<string, RegExp> = new Map([
	// No project or group of GitLab may be called one of these (its "Reserved project and group names").
	...['tree', 'blob', 'raw', 'blame', 'commits', 'edit'].map((word) => [word, any] as const),
	['compare', /\.\./],
	['src', /^(?:branch|tag|commit)\/./],
	['commit', /^[0-9a-f]{4,64}(?:\/|$)/],
	...['pull', 'pulls', 'pull-requests', 'issues', 'discussions', 'projects'].map((word) => [word, number] as const),
	['releases', /^(?:tag|download|latest|edit|new)(?:\/|$)/],
	['actions', /^(?:runs|workflows)(?:\/|$)/],
	...['branches', 'tags', 'wiki', 'settings', 'security'].map((word) => [word, /^(?!)/] as const),
]);

/**
 * Where in a path, as a browser shows it, a repository's own ends and one of its pages begins; `none` where no page is, `unclear` where it may be either:
 * a host may lie below a path, and have groups within groups. Pure.
 */
export function pageOf(host: string, parts: readonly string[]): number | 'none' | 'unclear' {
	const dash = parts.indexOf('-');
	if (dash >= 2) return dash;
	if (twoParts.test(host)) return pages.has(parts[2] ?? '') ? 2 : 'none';
	const [first, second] = parts.flatMap((_part, at) => (at >= 2 && isPage(parts.slice(at)) ? [at] : []));
	if (first !== undefined) return first === 2 && second === 3 ? 'unclear' : first;
	return parts.length > 2 && pages.has(parts.at(-1) ?? '') ? 'unclear' : 'none';
}

function isPage([word = '', ...rest]: readonly string[]): boolean {
	return pages.get(word)?.test(rest.join('/')) === true;
}
