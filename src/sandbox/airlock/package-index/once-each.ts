/**
 * Does something once for each key: what came of it is kept. Who asks meanwhile waits, and does it himself where the one before has failed or
 * was called off.
 */
export function onceEach<Result extends object>(): (key: string, act: () => Promise<Result>) => Promise<Result> {
	const kept = new Map<string, Result>();
	const last = new Map<string, Promise<Result>>();

	async function after(before: Promise<Result> | undefined, key: string, act: () => Promise<Result>): Promise<Result> {
		await before?.catch(() => undefined);
		const result = kept.get(key) ?? (await act());
		kept.set(key, result);
		return result;
	}

	return (key, act) => {
		const turn = after(last.get(key), key, act);
		last.set(key, turn);
		return turn;
	};
}
