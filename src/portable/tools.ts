import { sanitise } from '../sandbox/guest/sanitise.ts';
import { listText, showText } from './describe.ts';
import { type ExportTarget, exportTool } from './export.ts';
import { pickVersion } from './pick-version.ts';
import { readCurrent } from './read-version.ts';
import { findSource } from './source.ts';

/** Which tool of which source: the session used last where none is named, and the current version. */
export interface Wanted {
	readonly where: string | undefined;
	readonly name: string;
	readonly version: number | undefined;
}

export type ToolsRequest =
	| { readonly action: 'list'; readonly where: string | undefined }
	| ({ readonly action: 'show' } & Wanted)
	| ({ readonly action: 'export' } & Wanted & ExportTarget);

export interface ToolsOptions {
	/** The data folder. It is only read: a bot may be running on it. */
	readonly home: string;
	/** Standard output, and standard error for remarks about it. */
	readonly write: (text: string) => void;
	readonly say: (text: string) => void;
}

/** `threadsmith tools …`. Resolves with the exit code; rejects with a `ProblemError` or `CorruptFileError` that says what is not there. */
export async function runTools(request: ToolsRequest, { home, write, say }: ToolsOptions): Promise<number> {
	const source = await findSource(home, request.where);
	if (request.action === 'list') {
		const [{ tools }, { versions, problems }] = [await source.list(), await readCurrent(source)];
		write(sanitise(listText(source, tools, versions)));
		for (const problem of problems) say(sanitise(`Left out: ${problem}\n`));
		return 0;
	}
	const picked = await pickVersion(source, request.name, request.version);
	if (request.action === 'show') write(sanitise(showText(source, picked.tool, picked.version)));
	else say(await exportTool(source, picked, request, write));
	return 0;
}
