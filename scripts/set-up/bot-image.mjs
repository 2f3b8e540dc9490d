import { podman } from './podman.mjs';
import { buildTarget, imageSize } from './sandbox-image.mjs';

export const botTag = 'localhost/threadsmith-bot:latest';

/** The image of the service; what it needs of the sandbox image is there once that is built. */
export const botImage = {
	name: 'bot image',
	done: () => false,
	run: async (progress) => {
		const before = await idOf(botTag);
		await buildTarget('bot', botTag, progress);
		// The one that it replaces would stay without a name. A container that runs on it keeps it.
		if (before !== '' && before !== (await idOf(botTag))) await podman(['rmi', before]);
		return `${botTag}, ${await imageSize(botTag)} MB`;
	},
};

/** Empty where there is none. */
const idOf = async (tag) => (await podman(['image', 'inspect', '--format', '{{.Id}}', tag])).stdout.trim();
