import * as base from './base-image.mjs';
import { withBuildSecrets } from './build-secrets.mjs';
import { freeSpace, nearestFolder } from './free-space.mjs';
import { GUEST } from './guest-bundle.mjs';
import { isRoot } from './host.mjs';
import { buildArguments, IMAGE_RECORD, imageTag } from './image-tag.mjs';
import { hashFile, ROOT, readJson, writeAtomically } from './paths.mjs';
import { hasImage, podman } from './podman.mjs';
import { SetUpError } from './step.mjs';

/** Where Podman keeps images for root. */
export const STORAGE = '/var/lib/containers';

/** What a first build writes to Podman's storage, with room to spare (bytes). */
export const NEEDED_SPACE = 3e9;

const notRoot = () => (isRoot() ? undefined : 'sandboxes run as root for now; start this with sudo');

/** The base image; not needed again once the sandbox image is there. */
export const baseImage = {
	name: 'base image',
	skipped: notRoot,
	done: async () => (await isBuilt()) || (await base.hasBaseImage()),
	run: (progress) => {
		refuseFullDisk();
		return base.makeBaseImage(progress);
	},
};

export const sandboxImage = {
	name: 'sandbox image',
	skipped: notRoot,
	done: async () => readJson(IMAGE_RECORD)?.tag === imageTag() && (await isBuilt()),
	run: async (progress) => {
		const tag = imageTag();
		if (!(await hasImage(tag))) await build(tag, progress);
		await removeOldImages(tag);
		writeAtomically(
			IMAGE_RECORD,
			`${JSON.stringify({ tag, guestHash: hashFile(GUEST), builtAt: new Date().toISOString() }, undefined, '\t')}\n`,
		);
		return `${tag}, ${await imageSize(tag)} MB`;
	},
};

/** Other checkouts have images of their own; one that is still wanted after so long is built anew in a minute. Days. */
const KEPT_DAYS = 90;

/** Removes images of ours that an older guest was for. Those that a container uses stay; that nothing is removed harms nothing. */
const removeOldImages = async (tag) => {
	const { stdout } = await podman(['images', '--format', 'json', tag.split(':')[0]]);
	for (const name of oldImages(stdout, tag, Date.now())) await podman(['rmi', name]);
};

/**
 * The names of images made more than 90 days before `now` (ms), but for `tag`; none where Podman's answer cannot be read.
 *
 * @param {string} json what `podman images --format json` prints
 */
export const oldImages = (json, tag, now) => {
	try {
		const old = JSON.parse(json).filter(({ Created }) => now / 1000 - Created > KEPT_DAYS * 86_400);
		return old.flatMap(({ Names }) => Names ?? []).filter((name) => name !== tag);
	} catch {
		return [];
	}
};

const isBuilt = () => hasImage(imageTag());

const build = async (tag, progress) => {
	refuseFullDisk();
	await buildTarget('sandbox', tag, progress);
};

/** Builds a target of the Containerfile on the base image. Rejects with a {@link SetUpError}. */
export const buildTarget = async (target, tag, progress) => {
	const words = [...BUILD_WORDS, `--target=${target}`, ...argumentWords()];
	const result = await withBuildSecrets((options) =>
		podman([...words, ...options, '--tag', tag, ROOT], { onLine: progress }),
	);
	if (result.code === 0) return;
	throw new SetUpError(`Cannot build the image "${tag}"`, { commands: ['npm start'], output: result.tail });
};

// The host's network: a mirror or a proxy may listen on its loopback. Every layer is kept, so that a new guest builds in
// a second.
const BUILD_WORDS = ['build', '--network=host', '--layers', '--pull=never', `--build-arg=BASE=${base.BASE}`];

const argumentWords = () => Object.entries(buildArguments()).map(([name, value]) => `--build-arg=${name}=${value}`);

/** An image's size in megabytes (10^6 bytes). */
export const imageSize = async (tag) => {
	const { stdout } = await podman(['image', 'inspect', '--format', '{{.Size}}', tag]);
	return Math.round(Number(stdout) / 1e6);
};

const refuseFullDisk = () => {
	const space = freeSpace(STORAGE);
	if (space >= NEEDED_SPACE) return;
	const [free, needed] = [space, NEEDED_SPACE].map((bytes) => (bytes / 1e9).toFixed(1));
	throw new SetUpError(`Cannot build images: ${free} GB are free on "${STORAGE}", ${needed} GB are needed`, {
		commands: [`df -h ${nearestFolder(STORAGE)}`, 'podman image prune'],
	});
};
