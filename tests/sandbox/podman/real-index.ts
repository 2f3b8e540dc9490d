/** The index that this machine uses. */
const index = process.env['PIP_INDEX_URL'] ?? 'https://pypi.org/simple';
const limitMs = 3_000;

export interface RealIndex {
	readonly url: string;
}

/** The index that this machine uses, or why there is none to be tried. */
export async function findRealIndex(): Promise<RealIndex | string> {
	try {
		const answer = await fetch(`${index.replace(/\/$/, '')}/humanize/`, { signal: AbortSignal.timeout(limitMs) });
		return answer.ok ? { url: index } : `the index answers ${answer.status}`;
	} catch (error) {
		return `no index answers: ${error}`;
	}
}
