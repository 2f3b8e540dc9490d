import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileProblem } from '../files/file-problem.ts';
import { foldersIn } from '../files/folders-in.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { WithRoom } from '../reserve.ts';
import type { Catalog, Sessions } from '../store.ts';
import { createToolVersions } from './tool-versions.ts';

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/** The catalogs in `folder`, which is made with the first of them, private; what is in a catalog is readable for everybody. */
export function openCatalogs(folder: string, withRoom: WithRoom): Pick<Sessions, 'catalog' | 'catalogs'> {
	const opened = new Map<string, Promise<Catalog>>();
	return {
		catalog(id) {
			const known = opened.get(id);
			if (known !== undefined) return known;
			const catalog = withRoom(() => openCatalog(folder, id, withRoom));
			opened.set(id, catalog);
			// One that failed is tried again by the next call.
			catalog.catch(() => opened.delete(id));
			return catalog;
		},
		async catalogs() {
			return (await foldersIn(folder)).filter((name) => idPattern.test(name));
		},
	};
}

async function openCatalog(folder: string, id: string, withRoom: WithRoom): Promise<Catalog> {
	const catalog = catalogIn(folder, id, withRoom);
	try {
		await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
		await makeFolder(folder, 0o700);
		await makeFolder(catalog.path, 0o755);
	} catch (error) {
		throw fileProblem(error, catalog.path);
	}
	return catalog;
}

/** The catalog of that name in `folder`, whether it is there or not. Throws a `TypeError` for what is not such a name. */
export function catalogIn(folder: string, id: string, withRoom?: WithRoom): Catalog {
	if (!idPattern.test(id)) throw new TypeError(`Cannot open the catalog "${id}": it is not a catalog's name`);
	const path = join(folder, id);
	// A dot begins no catalog's name.
	const draft = join(folder, `.${id}.tmp`);
	return { id, path, tools: createToolVersions({ folder: path, draft, ...(withRoom && { withRoom }) }) };
}
