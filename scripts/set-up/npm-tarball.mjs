import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { buildFolder } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { SetUpError } from '../base/step.mjs';

/** The npm of sandboxes: one that the image's Node takes. The Containerfile names its file. */
const version = '11.19.1';

/** Of its tarball, as the registry has it. */
const integrity = 'sha512-ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==';

const file = `${buildFolder}/npm-${version}.tgz`;

/** npm as the image gets it: its own tarball, fetched by the npm of this machine, which knows the way to the registry, and taken for nothing but its hash. */
export const npmTarball = {
	name: 'npm for sandboxes',
	done: () => existsSync(file) && integrityOf(file) === integrity,
	run: async (progress) => {
		const drafts = `${buildFolder}/draft-npm.${process.pid}`;
		try {
			mkdirSync(drafts, { recursive: true });
			await fetchInto(drafts, progress);
			renameSync(`${drafts}/npm-${version}.tgz`, file);
		} finally {
			rmSync(drafts, { recursive: true, force: true });
		}
	},
};

const fetchInto = async (drafts, progress) => {
	const words = ['pack', `npm@${version}`, `--pack-destination=${drafts}`, '--loglevel=error', '--ignore-scripts'];
	const result = await run('npm', words, { cwd: drafts, onLine: progress });
	const fetched = `${drafts}/npm-${version}.tgz`;
	const why = existsSync(fetched) ? 'its hash is another one' : 'is the npm registry reachable?';
	if (result.code === 0 && existsSync(fetched) && integrityOf(fetched) === integrity) return;
	throw new SetUpError(`Cannot fetch npm ${version} for sandboxes: ${why}`, {
		commands: [`npm pack npm@${version}`],
		output: result.tail,
	});
};

/** As package-lock.json writes it. */
const integrityOf = (path) => `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
