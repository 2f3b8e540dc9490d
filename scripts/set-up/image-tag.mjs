import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildFolder, hashFile, projectRoot, readJson, setting } from '../base/paths.mjs';
import { gatewayRelayFile, guestFile, relayFile } from './guest-bundle.mjs';

/** Where the service reads which image to use: `{ tag, guestHash, builtAt, former }`, written when the image is built. */
export const imageRecord = `${buildFolder}/sandbox-image.json`;

/** Whatever folders there are: the build copies each. */
const pythonFolders = () => {
	const root = 'src/sandbox/guest/python';
	const below = readdirSync(`${projectRoot}/${root}`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
	return [root, ...below.map(({ name }) => `${root}/${name}`).sort()];
};

/** The npm package whose Node goes into the image: of this machine's kind. */
export const nodePackage = () => `node-linux-${process.arch}`;

/** The build arguments that change what is in the image. A person sets them in the environment or in `.env`. */
export const buildArguments = () => ({
	EXTRA_PYTHON: setting('EXTRA_PYTHON') ?? '',
	EXTRA_PACKAGES: setting('EXTRA_PACKAGES') ?? '',
	NODE_PACKAGE: nodePackage(),
});

/** The files that the build copies, relative to the clone's root, apart from Node. */
export const copiedFiles = () => {
	const namesIn = (folder) => readdirSync(`${projectRoot}/${folder}`).filter((name) => name.endsWith('.py'));
	return pythonFolders().flatMap((folder) =>
		namesIn(folder)
			.sort()
			.map((name) => `${folder}/${name}`),
	);
};

/** The sandbox image's name for these sources: same content, same name. Needs the guest's bundle. */
export const imageTag = () => {
	const contents = {
		containerfile: hashFile(`${projectRoot}/Containerfile`),
		guest: hashFile(guestFile),
		relays: [hashFile(relayFile), hashFile(gatewayRelayFile)],
		copied: copiedFiles().map((path) => [path, hashFile(`${projectRoot}/${path}`)]),
		node: readJson(`${projectRoot}/node_modules/${nodePackage()}/package.json`)?.version,
		arguments: buildArguments(),
	};
	const hash = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
	return `localhost/threadsmith-sandbox:${hash.slice(0, 12)}`;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${imageTag()}\n`);
