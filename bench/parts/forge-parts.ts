import type { Linter } from '../../src/lint/linter.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { SessionFolder } from '../../src/store/store.ts';
import { spread, timed } from '../interleave.ts';
import { summarise } from '../summary.ts';

/** The parts that a forge waits for. `ruff` and `check_tool` run at the same time; `disk` are the session's documents and tools. */
const parts = ['ruff', 'check_tool', 'try_tool', 'disk'] as const;
type Part = (typeof parts)[number];

export interface ForgeParts {
	linter(linter: Linter): Linter;
	sandbox(sandbox: Sandbox): Sandbox;
	folder(folder: SessionFolder): SessionFolder;
	/** Ends one forge: what it waited for since the last is one sample of each part. */
	next(): void;
	/** A line a part, ms, of all forges but the first `warmUps`. */
	told(warmUps: number): readonly string[];
}

/** Watches the parts of forges, one forge after another. What is handed back does what it is made of. */
export function watchForgeParts(): ForgeParts {
	const samples: Record<Part, number>[] = [];
	let current = none();
	const watched = async <Result>(part: Part, work: () => Promise<Result>): Promise<Result> => {
		const doing = Promise.withResolvers<Result>();
		current[part] += await timed(() => work().then(doing.resolve, doing.reject));
		return doing.promise;
	};
	return {
		linter: (linter) => ({
			...linter,
			check: (source, signal) => watched('ruff', () => linter.check(source, signal)),
		}),
		sandbox: (sandbox) => ({
			...sandbox,
			call: (call, watch) => watched(partOf(call.tool), () => sandbox.call(call, watch)),
		}),
		folder: (folder) => folderOf(folder, (work) => watched('disk', work)),
		next() {
			samples.push(current);
			current = none();
		},
		told: (warmUps) =>
			parts.map((part) => `${part} ${spread(summarise(samples.slice(warmUps).map((sample) => sample[part])))}`),
	};
}

function none(): Record<Part, number> {
	return { ruff: 0, check_tool: 0, try_tool: 0, disk: 0 };
}

function partOf(tool: string): Part {
	const part = parts.find((one) => one === tool);
	if (part === undefined) throw new Error(`A forge without packages called ${tool}`);
	return part;
}

type Watched = <Result>(work: () => Promise<Result>) => Promise<Result>;

function folderOf(folder: SessionFolder, watched: Watched): SessionFolder {
	const { documents, files } = folder;
	const { tools } = files;
	return {
		...folder,
		documents: {
			...documents,
			read: (name, schema) => watched(() => documents.read(name, schema)),
			write: (name, value) => watched(() => documents.write(name, value)),
		},
		files: {
			...files,
			tools: {
				...tools,
				add: (tool, filesOf) => watched(() => tools.add(tool, filesOf)),
				point: (entry) => watched(() => tools.point(entry)),
			},
		},
	};
}
