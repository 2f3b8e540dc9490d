import { readFileSync, renameSync, rmSync } from 'node:fs';
import { BUILD, hashFile, ROOT, readJson, writeAtomically } from './paths.mjs';
import { run } from './run.mjs';
import { SetUpError } from './step.mjs';

const ENTRY = 'src/sandbox/guest/main.ts';

/** The guest in one file, as the image gets it. */
export const GUEST = `${BUILD}/guest.mjs`;

/** The program itself; the package's own launcher would start a Node for it. */
const ESBUILD = `${ROOT}/node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`;

const STAMP = `${BUILD}/guest.json`;

/** The guest's sources and what they import, bundled by esbuild. */
export const guestBundle = {
	name: 'guest bundle',
	done: () => isCurrent(readJson(STAMP)),
	run: async () => {
		const draft = `${BUILD}/guest.${process.pid}.mjs`;
		const meta = `${draft}.meta.json`;
		try {
			const result = await run(ESBUILD, flags(draft, meta), { cwd: ROOT });
			if (result.code !== 0) throw new SetUpError('Cannot bundle the guest', { output: result.tail });
			const stamp = { output: hashFile(draft), inputs: hashes(Object.keys(readJson(meta).inputs)) };
			renameSync(draft, GUEST);
			writeAtomically(STAMP, `${JSON.stringify(stamp, undefined, '\t')}\n`);
			return `${Math.round(readFileSync(GUEST).length / 1024)} KB`;
		} finally {
			for (const file of [draft, meta]) rmSync(file, { force: true });
		}
	},
};

const flags = (outfile, metafile) => [
	ENTRY,
	'--bundle',
	'--platform=node',
	'--format=esm',
	'--target=node24',
	'--minify',
	'--log-level=warning',
	`--outfile=${outfile}`,
	`--metafile=${metafile}`,
	// CommonJS packages call `require` for Node's own modules; an ES module has none.
	`--banner:js=import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
];

/** Own sources by content; packages by the lock file, which names their exact versions. */
const hashes = (inputs) => {
	const own = inputs.filter((path) => !path.startsWith('node_modules/'));
	return Object.fromEntries([...own, 'package-lock.json'].sort().map((path) => [path, hashFile(`${ROOT}/${path}`)]));
};

const isCurrent = (stamp) =>
	stamp?.output !== undefined &&
	stamp.output === hashFile(GUEST) &&
	Object.entries(stamp.inputs).every(([path, hash]) => hash === hashFile(`${ROOT}/${path}`));
