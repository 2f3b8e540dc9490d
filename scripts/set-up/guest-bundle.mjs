import { readFileSync, renameSync, rmSync } from 'node:fs';
import { buildFolder, hashFile, projectRoot, readJson, writeAtomically } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { SetUpError } from '../base/step.mjs';

/** The guest in one file, as the image gets it. */
export const guestFile = `${buildFolder}/guest.mjs`;

/** The airlock's inner side, another program that runs in the sandbox. */
export const relayFile = `${buildFolder}/airlock-relay.mjs`;

/** The model gateway's, one more. */
export const gatewayRelayFile = `${buildFolder}/gateway-relay.mjs`;

const programs = [
	{ file: guestFile, name: 'guest', entry: 'src/sandbox/guest/main.ts' },
	{ file: relayFile, name: 'airlock-relay', entry: 'src/sandbox/guest/airlock-relay.ts' },
	{ file: gatewayRelayFile, name: 'gateway-relay', entry: 'src/sandbox/guest/gateway-relay.ts' },
];

/** The program itself; the package's own launcher would start a Node for it. */
const esbuildFile = `${projectRoot}/node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`;

const stampFile = `${buildFolder}/guest.json`;

/** The guest's sources and what they import, bundled by esbuild, and the relays'. */
export const guestBundle = {
	name: 'guest bundle',
	done: () => isCurrent(readJson(stampFile)),
	run: async () => {
		const drafts = `${buildFolder}/draft.${process.pid}`;
		const meta = `${drafts}/meta.json`;
		try {
			const result = await run(esbuildFile, flags(drafts, meta), { cwd: projectRoot });
			if (result.code !== 0) throw new SetUpError('Cannot bundle the guest', { output: result.tail });
			const inputs = hashes(Object.keys(readJson(meta).inputs));
			for (const { file, name } of programs) renameSync(`${drafts}/${name}.mjs`, file);
			writeAtomically(stampFile, `${JSON.stringify({ outputs: outputs(), inputs }, undefined, '\t')}\n`);
			return `${Math.round(readFileSync(guestFile).length / 1024)} KB`;
		} finally {
			rmSync(drafts, { recursive: true, force: true });
		}
	},
};

const outputs = () => Object.fromEntries(programs.map(({ file, name }) => [name, hashFile(file)]));

const flags = (outdir, metafile) => [
	...programs.map(({ name, entry }) => `${name}=${entry}`),
	'--bundle',
	'--platform=node',
	'--format=esm',
	'--target=node24',
	'--minify',
	'--log-level=warning',
	`--outdir=${outdir}`,
	'--out-extension:.js=.mjs',
	`--metafile=${metafile}`,
	// CommonJS packages call `require` for Node's own modules; an ES module has none.
	`--banner:js=import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
];

/** Own sources by content; packages by the lock file, which names their exact versions. */
const hashes = (inputs) => {
	const own = inputs.filter((path) => !path.startsWith('node_modules/'));
	return Object.fromEntries(
		[...own, 'package-lock.json'].sort().map((path) => [path, hashFile(`${projectRoot}/${path}`)]),
	);
};

const isCurrent = (stamp) =>
	programs.every(({ file, name }) => stamp?.outputs?.[name] !== undefined && stamp.outputs[name] === hashFile(file)) &&
	Object.entries(stamp.inputs).every(([path, hash]) => hash === hashFile(`${projectRoot}/${path}`));
