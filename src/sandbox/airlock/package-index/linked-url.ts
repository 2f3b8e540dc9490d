/** A link of a page or a redirect, without credentials and fragment; undefined where it is not http(s), or leaves https for http. Pure. */
export function linkedUrl(link: string, from: URL): URL | undefined {
	if (!URL.canParse(link, from.href)) return undefined;
	const url = new URL(link, from);
	Object.assign(url, { username: '', password: '', hash: '' });
	const allowed = from.protocol === 'https:' ? ['https:'] : ['http:', 'https:'];
	return allowed.includes(url.protocol) ? url : undefined;
}
