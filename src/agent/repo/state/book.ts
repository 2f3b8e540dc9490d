import { createSerial } from '../../../base/serial.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { noRepos, type Repos, reposSchema } from './repos-state.ts';

type Folder = Pick<SessionFolder, 'documents'>;

/** Keeps what sessions know of repositories. A turn and whoever looks for news may write at once: they do one after the other. */
export interface Book {
	/** Resolves with what is kept now. Rejects as documents do. */
	change(folder: Folder, by: (repos: Repos) => Repos): Promise<Repos>;
	/** As `change`, where something is kept already and what `by` answers is another: a session that was erased meanwhile stays empty. */
	amend(folder: Folder, by: (repos: Repos) => Repos): Promise<Repos | undefined>;
	/** Nothing is known any more, also to whoever amends it. For a session that is erased next. */
	empty(folder: Folder): Promise<void>;
}

export function createBook(): Book {
	const serial = createSerial();
	return {
		change: (folder, by) => serial(async () => write(folder, by(await readRepos(folder)))),
		amend: (folder, by) =>
			serial(async () => {
				const known = await readKept(folder);
				const next = known && by(known);
				return next === undefined || next === known ? known : write(folder, next);
			}),
		empty: (folder) =>
			serial(async () => {
				if (await readKept(folder)) await write(folder, noRepos);
			}),
	};
}

async function write({ documents }: Folder, repos: Repos): Promise<Repos> {
	await documents.write('repos', repos);
	return repos;
}

/** All that a session knows; a damaged document is kept beside itself, and is none. */
export async function readRepos(folder: Folder): Promise<Repos> {
	return (await readKept(folder)) ?? noRepos;
}

function readKept({ documents }: Folder): Promise<Repos | undefined> {
	return documents.read('repos', reposSchema, async () => undefined);
}
