import { readdir, readFile } from 'node:fs/promises';

/** A shell in the place of git, by an alias in its arguments, which only whoever orders it can give. */
export function probe(script: string): { readonly args: readonly string[] } {
	return { args: ['-c', `alias.probe=!${script} #`, 'probe'] };
}

/** Ids of all processes that were started for the mirror `dir`: they have it in their environment. */
export async function aliveWith(dir: string): Promise<string[]> {
	const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(ids.map(async (id) => ((await isOf(id, dir)) ? [id] : [])));
	return found.flat();
}

async function isOf(id: string, dir: string): Promise<boolean> {
	const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
	return environment.split('\0').includes(`GIT_DIR=${dir}`);
}
