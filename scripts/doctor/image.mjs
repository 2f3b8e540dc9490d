import { existsSync } from 'node:fs';
import { projectRoot, readJson, setting } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { storageFolder } from '../base/user.mjs';
import { guestBundle } from '../set-up/guest-bundle.mjs';
import { imageRecord, imageTag } from '../set-up/image-tag.mjs';
import { hasImage } from '../set-up/podman.mjs';
import { imageSize, neededSpace } from '../set-up/sandbox-image.mjs';
import { dataFolder, spaceRow } from './home.mjs';

/** The space that new layers and containers need when the image is there (bytes). */
const littleSpace = 1e9;

/** The sandbox image, and the room for it. */
export const imageRow = async () => {
	const image = await lookForImage();
	return [
		image,
		...ownImageRows(),
		spaceRow('room for images', storageFolder(), image.met ? littleSpace : neededSpace),
	];
};

/** An image of one's own is used as `threadsmith image check` has kept it (src/process/checked-images.ts). */
const ownImageRows = () => {
	const own = setting('SANDBOX_IMAGE');
	if (own === undefined) return [];
	const name = 'image of your own';
	const images = readJson(`${dataFolder()}/checked-images.json`)?.images;
	const found = Array.isArray(images) ? images.find((one) => one?.own === own) : undefined;
	if (found !== undefined && found.ours === readJson(imageRecord)?.tag)
		return [{ name, value: `${own} has passed the check, as ${found.tag}`, met: true }];
	const value = `${own} has not passed the check of images ${found === undefined ? 'yet' : 'with the present guest'}`;
	return [{ name, value, met: false, mend: `Run: threadsmith image check ${own}` }];
};

const lookForImage = async () => {
	const name = 'sandbox image';
	const problem = (value) => ({ name, value, met: false, mend: mend() });
	const tag = readJson(imageRecord)?.tag;
	if (tag === undefined) return problem('not built yet');
	if (isClone() && (!guestBundle.done() || tag !== imageTag()))
		return problem(`${tag} was made of other sources or settings than these`);
	if (!(await podmanRuns())) return { name, value: 'not checked: podman does not run' };
	if (!(await hasImage(tag))) return problem(`${tag} was built, but Podman has it no more`);
	return { name, value: `${tag}, ${await imageSize(tag)} MB`, met: true };
};

/** The service's own image has the record of the sandbox image that it was built beside, and no sources of that. */
const isClone = () => existsSync(`${projectRoot}/Containerfile`);

const mend = () =>
	isClone()
		? 'Run `npm start`, which builds it'
		: 'Load the one that was built beside this image: podman save … | podman exec --interactive … podman load (Containerfile has the whole line)';

const podmanRuns = async () => (await run('podman', ['--version'])).code === 0;
