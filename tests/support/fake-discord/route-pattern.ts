/**
 * Whether a request is of a route: `POST /channels/:id/messages`. One segment each for `:name` and `*`; a last `**`
 * stands for any rest; without a method every method fits.
 */
export function fitsRoute(pattern: string, method: string, path: string): boolean {
	const [first = '', second] = pattern.split(' ');
	if (second !== undefined && first !== method) return false;
	const wanted = segmentsOf(second ?? first);
	const given = segmentsOf(path);
	const open = wanted.at(-1) === '**';
	const fixed = open ? wanted.slice(0, -1) : wanted;
	if (open ? given.length < fixed.length : given.length !== fixed.length) return false;
	return fixed.every((segment, at) => segment === '*' || segment.startsWith(':') || segment === given[at]);
}

function segmentsOf(path: string): string[] {
	return path.split('/').filter((segment) => segment !== '');
}
