/**
 * Where GitHub's API is: beside github.com and the hosts of ghe.com, below the pages of an Enterprise Server. Sources: docs.github.com "Getting started with
 * the REST API", "Network details for GHE.com". Pure.
 */
export function githubApi(host: string, web: string): string {
	if (host === 'github.com') return 'https://api.github.com';
	return host.endsWith('.ghe.com') ? `https://api.${host}` : `${web}/api/v3`;
}

/** Of each request of ours; the version is the one that these schemas were read from. */
export const githubHeaders = {
	accept: 'application/vnd.github+json',
	'content-type': 'application/json',
	'user-agent': 'threadsmith',
	'x-github-api-version': '2022-11-28',
} as const;
