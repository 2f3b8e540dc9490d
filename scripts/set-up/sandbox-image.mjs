import { freeSpace, nearestFolder } from '../base/free-space.mjs';
import { isRoot } from '../base/host.mjs';
import { hashFile, projectRoot, readJson, writeAtomically } from '../base/paths.mjs';
import { SetUpError } from '../base/step.mjs';
import { storageFolder } from '../base/user.mjs';
import * as base from './base-image.mjs';
import { withBuildSecrets } from './build-secrets.mjs';
import { guestFile } from './guest-bundle.mjs';
import { buildArguments, imageRecord, imageTag } from './image-tag.mjs';
import { hasImage, podman } from './podman.mjs';
import { whyNoSandboxes } from './user-ground.mjs';

/** The space that a first build takes of Podman's storage, with room to spare (bytes). */
export const neededSpace = 3e9;

/** The base image; not needed again once the sandbox image is there. */
export const baseImage = {
	name: 'base image',
	skipped: whyNoSandboxes,
	done: async () => (await isBuilt()) || (await base.hasBaseImage()),
	run: (progress) => {
		refuseFullDisk();
		return base.makeBaseImage(progress);
	},
};

export const sandboxImage = {
	name: 'sandbox image',
	skipped: whyNoSandboxes,
	done: async () => readJson(imageRecord)?.tag === imageTag() && (await isBuilt()),
	run: async (progress) => {
		const tag = imageTag();
		if (!(await hasImage(tag))) await build(tag, progress);
		if (!isRoot()) await tryOnce(tag, progress);
		const now = Date.now();
		const former = await removeOldImages(formerImages(readJson(imageRecord), tag, now), now);
		const record = { tag, guestHash: hashFile(guestFile), builtAt: new Date(now).toISOString(), former };
		writeAtomically(imageRecord, `${JSON.stringify(record, undefined, '\t')}\n`);
		return `${tag}, ${await imageSize(tag)} MB`;
	},
};

/** For so long an image of an earlier guest stays once another has taken its place here. Days. */
const keptDays = 90;

/**
 * The images of earlier guests that this checkout has used, each with the time at which another took its place; those of
 * other checkouts are theirs.
 *
 * @param {any} record what stands in imageRecord
 * @param {string} tag the image that is used from now on
 * @param {number} now ms
 * @returns {{ tag: string, since: string }[]}
 */
export const formerImages = (record, tag, now) => {
	const known = (Array.isArray(record?.former) ? record.former : []).filter((one) => typeof one?.tag === 'string');
	const last = typeof record?.tag === 'string' ? [{ tag: record.tag, since: new Date(now).toISOString() }] : [];
	const others = known.filter((one) => one.tag !== last[0]?.tag);
	return [...others, ...last].filter((one) => one.tag !== tag);
};

/** Whether an image of {@link formerImages} has been of no use for long enough. */
export const isOld = ({ since }, now) => now - Date.parse(since) > keptDays * 86_400_000;

/** Removes those that are old, and answers which are left. Those that a container uses stay; that nothing is removed harms nothing. */
export const removeOldImages = async (former, now) => {
	const left = former.filter((one) => !isOld(one, now));
	for (const one of former.filter((image) => isOld(image, now))) {
		await podman(['rmi', one.tag]);
		if ((await podman(['image', 'exists', one.tag])).code === 0) left.push(one);
	}
	return left;
};

/**
 * Without root, Podman copies an image for the ids of the first container that runs under these (630 MB): nobody should wait for that in a thread. Where
 * containers cannot run at all, it is said here.
 */
export const tryOnce = async (tag, progress) => {
	progress('the first sandbox');
	const result = await podman(['run', '--rm', '--userns=auto:size=4096', '--network=none', tag, 'true']);
	if (result.code === 0) return;
	throw new SetUpError('Cannot start a container of the sandbox image', {
		commands: ['./threadsmith doctor'],
		output: result.tail,
	});
};

const isBuilt = () => hasImage(imageTag());

const build = async (tag, progress) => {
	refuseFullDisk();
	await buildTarget('sandbox', tag, progress);
};

/** Builds a target of the Containerfile, or of another one that the words name, on the base image. Rejects with a {@link SetUpError}. */
export const buildTarget = async (target, tag, progress, more = []) => {
	const words = [...buildWords, `--target=${target}`, ...argumentWords(), ...more];
	const result = await withBuildSecrets((options) =>
		podman([...words, ...options, '--tag', tag, projectRoot], { onLine: progress }),
	);
	if (result.code === 0) return;
	throw new SetUpError(`Cannot build the image "${tag}"`, { commands: ['npm start'], output: result.tail });
};

// The host's network: a mirror or a proxy may listen on its loopback. Every layer is kept, so that a new guest builds in
// a second.
const buildWords = ['build', '--network=host', '--layers', '--pull=never', `--build-arg=BASE=${base.baseImageName}`];

const argumentWords = () => Object.entries(buildArguments()).map(([name, value]) => `--build-arg=${name}=${value}`);

/** An image's size in megabytes (10^6 bytes). */
export const imageSize = async (tag) => {
	const { stdout } = await podman(['image', 'inspect', '--format', '{{.Size}}', tag]);
	return Math.round(Number(stdout) / 1e6);
};

const refuseFullDisk = () => {
	const space = freeSpace(storageFolder());
	if (space >= neededSpace) return;
	const [free, needed] = [space, neededSpace].map((bytes) => (bytes / 1e9).toFixed(1));
	throw new SetUpError(`Cannot build images: ${free} GB are free on "${storageFolder()}", ${needed} GB are needed`, {
		commands: [`df -h ${nearestFolder(storageFolder())}`, 'podman image prune'],
	});
};
