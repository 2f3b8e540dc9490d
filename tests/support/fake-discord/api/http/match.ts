import type { Route } from '../route.ts';

export interface Matched {
	readonly route: Route;
	readonly params: Readonly<Record<string, string>>;
}

/** Which route a request is for; `wrong-method`: there is one of that path with other methods. First come, first served. Pure. */
export function match(routes: readonly Route[], method: string, path: string): Matched | 'wrong-method' | undefined {
	const fits = routes.flatMap((route) => {
		const params = paramsOf(route.pattern, path);
		return params ? [{ route, params }] : [];
	});
	return fits.find(({ route }) => route.method === method) ?? (fits.length > 0 ? 'wrong-method' : undefined);
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
	const wanted = pattern.split('/');
	const given = path.split('/');
	if (wanted.length !== given.length) return undefined;
	const params: Record<string, string> = {};
	for (const [at, segment] of wanted.entries()) {
		const value = decoded(given[at] ?? '');
		if (segment.startsWith(':')) params[segment.slice(1)] = value;
		else if (segment !== value) return undefined;
	}
	return params;
}

/** A segment that is not an encoding is left as it is. */
function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
