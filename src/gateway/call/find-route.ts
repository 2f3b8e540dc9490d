import type { Dialect, Route } from '../dialects/dialect.ts';
import type { Asked } from '../serve/asked.ts';

/** A request that is a call of a dialect. */
export interface Found {
	readonly dialect: Dialect;
	readonly route: Route;
}

/** Which call a request is. OpenAI's and Anthropic's lists of models have one address: a header that only the latter's clients send tells them apart. Pure. */
export function findRoute(
	dialects: readonly Dialect[],
	{ method, headers }: Pick<Asked, 'method' | 'headers'>,
	target: string,
): Found | undefined {
	const isAnthropic = headers['anthropic-version'] !== undefined;
	const ordered = dialects.toSorted((one, other) => rank(one, isAnthropic) - rank(other, isAnthropic));
	for (const dialect of ordered) {
		const route = dialect.route(method, target);
		if (route) return { dialect, route };
	}
	return undefined;
}

function rank({ name }: Dialect, isAnthropic: boolean): number {
	return (name === 'messages') === isAnthropic ? 0 : 1;
}

/** The dialect in which to say that a request is none of ours, by what its address looks like. Pure. */
export function guessDialect(
	dialects: readonly Dialect[],
	{ headers }: Pick<Asked, 'headers'>,
	target: string,
): Dialect {
	const name = /^\/v1beta\//.test(target)
		? 'gemini'
		: headers['anthropic-version'] !== undefined || /^\/v1\/messages/.test(target)
			? 'messages'
			: 'chat';
	const [first] = dialects;
	const guessed = dialects.find((dialect) => dialect.name === name) ?? first;
	if (!guessed) throw new Error('Cannot answer: the gateway speaks no dialect');
	return guessed;
}
