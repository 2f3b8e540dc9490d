import { readFileSync } from 'node:fs';
import { containersConf, isRoot, readHost } from '../base/host.mjs';
import { buildFolder, writeAtomically } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { runtimeFolder, storageWords } from '../base/user.mjs';

/**
 * Runs Podman with a configuration that fits this host (see {@link containersConf}); the person's own CONTAINERS_CONF
 * wins. Without root it has images of our own (see {@link storageWords}). Resolves like {@link run}.
 */
export const podman = (args, options = {}) =>
	run('podman', [...storageWords(), ...args], { ...options, env: { ...podmanEnvironment(), ...options.env } });

/** What Podman's environment needs on this host. */
export const podmanEnvironment = () => {
	const own = isRoot() ? {} : { XDG_RUNTIME_DIR: runtimeFolder() };
	const conf = process.env.CONTAINERS_CONF ? undefined : containersConf(readHost());
	if (conf === undefined) return own;
	const file = `${buildFolder}/containers.conf`;
	if (readOr(file) !== conf) writeAtomically(file, conf);
	return { ...own, CONTAINERS_CONF: file };
};

/** A clone that is set up may be read-only. */
const readOr = (file) => {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
};

/** Images that were seen: in this process nobody removes them. */
const seen = new Set();

/** Whether Podman has an image of that name. */
export const hasImage = async (name) => {
	if (!seen.has(name) && (await podman(['image', 'exists', name])).code === 0) seen.add(name);
	return seen.has(name);
};
