import { guestBundle } from './guest-bundle.mjs';
import { isRoot, which } from './host.mjs';
import { IMAGE_RECORD, imageTag } from './image-tag.mjs';
import { readJson } from './paths.mjs';
import { hasImage } from './podman.mjs';
import { imageSize, imageSpace } from './sandbox-image.mjs';

/** What new layers and containers need when the image is there (bytes). */
const LITTLE_SPACE = 1e9;

/** The sandbox image, and the room for it. */
export const imageRow = async () => {
	const image = await lookForImage();
	return [image, spaceRow(image.met === true)];
};

const lookForImage = async () => {
	const name = 'sandbox image';
	const problem = (value) => ({ name, value, met: false, mend: 'Run `npm start`, which builds it' });
	const tag = readJson(IMAGE_RECORD)?.tag;
	if (tag === undefined) return problem('not built yet');
	if (!guestBundle.done() || tag !== imageTag())
		return problem(`${tag} was made of other sources or settings than these`);
	if (!which('podman')) return { name, value: 'not checked: podman was not found' };
	if (!isRoot()) return { name, value: 'not checked: the images are root’s' };
	if (!(await hasImage(tag))) return problem(`${tag} was built, but Podman has it no more`);
	return { name, value: `${tag}, ${await imageSize(tag)} MB`, met: true };
};

const spaceRow = (isBuilt) => {
	const { folder, free, needed } = imageSpace();
	const least = isBuilt ? LITTLE_SPACE : needed;
	const row = { name: 'room for images', value: Math.floor(free / 1e8) / 10, unit: 'GB free' };
	if (free >= least) return { ...row, met: true };
	return { ...row, met: false, mend: `Make room on "${folder}" (${least / 1e9} GB are needed): podman image prune` };
};
