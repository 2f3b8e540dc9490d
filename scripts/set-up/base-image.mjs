import { mkdtempSync, rmSync } from 'node:fs';
import { SetUpError } from '../base/step.mjs';
import { makeDebianRoot } from './debian-root.mjs';
import { debianRelease } from './mirrors.mjs';
import { hasImage, podman } from './podman.mjs';

/** The image that the sandbox is built on, wherever it came from. */
export const baseImageName = `localhost/threadsmith-base:${debianRelease}`;

/** A short name, so that the host's own configuration says which registry or mirror answers for it. */
const pulledImage = `debian:${debianRelease}-slim`;

/** How long a registry may take to answer at all (ms); the download then takes what it takes. */
const answerWithin = 8000;

/** Pulls the base image or, where no registry answers, makes it from Debian's packages. Returns how it was had. */
export const makeBaseImage = async (progress) => {
	if (await pull(progress)) {
		await podman(['tag', pulledImage, baseImageName]);
		return 'pulled';
	}
	const folder = mkdtempSync('/var/tmp/threadsmith-base-');
	try {
		await makeDebianRoot({ release: debianRelease, target: `${folder}/base.tar`, lean: true }, progress);
		const result = await podman(['import', '--quiet', `${folder}/base.tar`, baseImageName], { onLine: progress });
		if (result.code !== 0)
			throw new SetUpError('Cannot import the base image into Podman', {
				commands: ['podman info'],
				output: result.tail,
			});
		return 'no registry answered: made from Debian packages';
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};

export const hasBaseImage = () => hasImage(baseImageName);

const pull = async (progress) => {
	let answered = false;
	const onLine = (line, child) => {
		progress(line);
		if (/^Getting image source|^Copying/.test(line)) answered = true;
		// Podman tries again and again; the first refusal is answer enough.
		if (/level=warning.*[Ff]ailed.*retrying/.test(line)) child.kill();
	};
	const waiting = new AbortController();
	const result = podman(['pull', pulledImage], { onLine, signal: waiting.signal });
	const timer = setTimeout(() => answered || waiting.abort(), answerWithin);
	const { code } = await result;
	clearTimeout(timer);
	return code === 0;
};
