import type { Happened } from './in-worker/plan.ts';

/** How tests met one mutant. */
export interface Verdict {
	/** Test files with a test that came by it, in the order in which they ran. */
	readonly reachedBy: readonly string[];
	/** The test that noticed it. */
	readonly noticedBy: string | undefined;
}

/** All that was seen of the mutants so far. */
export interface Verdicts {
	add(happened: Happened): void;
	of(id: number): Verdict;
	/** Those that are being tried: a process that hangs does so because of one of them. */
	trying(): readonly number[];
	/** The test file that runs. */
	file(): string | undefined;
	/** Test files that fail without any mutant, each with its reason. */
	red(): ReadonlyMap<string, string>;
}

export function createVerdicts(): Verdicts {
	const reached = new Map<number, Set<string>>();
	const noticed = new Map<number, string>();
	const trying = new Set<number>();
	const red = new Map<string, string>();
	let file: string | undefined;

	function addTo(id: number, by: string): void {
		const files = reached.get(id) ?? new Set();
		reached.set(id, files.add(by));
	}

	return {
		add(happened) {
			switch (happened.type) {
				case 'file':
					file = happened.file;
					break;
				case 'red':
					red.set(happened.file, happened.why);
					break;
				case 'hit':
					for (const id of happened.ids) addTo(id, happened.file);
					break;
				case 'trying':
					trying.add(happened.id);
					break;
				case 'noticed':
					trying.delete(happened.id);
					noticed.set(happened.id, happened.how === 'hung' ? `${happened.by} (hung)` : happened.by);
					break;
				case 'none tried':
					trying.clear();
					break;
				case 'lived':
					trying.delete(happened.id);
			}
		},
		of: (id) => ({ reachedBy: [...(reached.get(id) ?? [])], noticedBy: noticed.get(id) }),
		trying: () => [...trying],
		file: () => file,
		red: () => red,
	};
}
