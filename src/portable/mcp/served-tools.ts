import { messageOf } from '../../base/errors.ts';
import { readCurrent, type ToolVersion } from '../read-version.ts';
import type { Source } from '../source.ts';
import { idCalled, toolNames } from './tool-names.ts';

/** The tools that are served, as they are now. */
export interface ServedTools {
	/** By the names that clients know them by. Rejects with `CorruptFileError` when nothing can be told. */
	list(): Promise<ReadonlyMap<string, ToolVersion>>;
	find(name: string): Promise<ToolVersion | undefined>;
	/** Changes when the list does. Never rejects. */
	mark(): Promise<string>;
}

/** `say` is told once of each tool that is left out. */
export function createServedTools(source: Source, say: (sentence: string) => void): ServedTools {
	const said = new Set<string>();

	async function read(): Promise<ReadonlyMap<string, ToolVersion>> {
		const { versions, problems } = await readCurrent(source);
		for (const problem of problems.filter((sentence) => !said.has(sentence))) {
			said.add(problem);
			say(`Left out: ${problem}`);
		}
		return new Map(versions.map((version) => [`${version.manifest.category}/${version.manifest.name}`, version]));
	}

	return {
		async list() {
			const versions = await read();
			const named = [...toolNames([...versions.keys()])].map(([name, id]) => [name, versions.get(id)] as const);
			return new Map(named.flatMap(([name, version]) => (version ? [[name, version]] : [])));
		},
		async find(name) {
			const versions = await read();
			const id = idCalled(name, [...versions.keys()]);
			return id === undefined ? undefined : versions.get(id);
		},
		mark: async () => JSON.stringify(await source.list().catch(messageOf)),
	};
}
