import { isRoot } from '../base/host.mjs';
import { readJson } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { guestBundle } from '../set-up/guest-bundle.mjs';
import { imageRecord, imageTag } from '../set-up/image-tag.mjs';
import { hasImage } from '../set-up/podman.mjs';
import { imageSize, neededSpace, storageFolder } from '../set-up/sandbox-image.mjs';
import { spaceRow } from './home.mjs';

/** The space that new layers and containers need when the image is there (bytes). */
const littleSpace = 1e9;

/** The sandbox image, and the room for it. */
export const imageRow = async () => {
	const image = await lookForImage();
	return [image, spaceRow('room for images', storageFolder, image.met ? littleSpace : neededSpace)];
};

const lookForImage = async () => {
	const name = 'sandbox image';
	const problem = (value) => ({ name, value, met: false, mend: 'Run `npm start`, which builds it' });
	const tag = readJson(imageRecord)?.tag;
	if (tag === undefined) return problem('not built yet');
	if (!guestBundle.done() || tag !== imageTag())
		return problem(`${tag} was made of other sources or settings than these`);
	if (!(await podmanRuns())) return { name, value: 'not checked: podman does not run' };
	if (!isRoot()) return { name, value: 'not checked: the images are root’s' };
	if (!(await hasImage(tag))) return problem(`${tag} was built, but Podman has it no more`);
	return { name, value: `${tag}, ${await imageSize(tag)} MB`, met: true };
};

const podmanRuns = async () => (await run('podman', ['--version'])).code === 0;
