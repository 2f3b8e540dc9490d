import { buildTarget, imageSize } from './sandbox-image.mjs';

export const botTag = 'localhost/threadsmith-bot:latest';

/** The image of the service; what it needs of the sandbox image is there once that is built. */
export const botImage = {
	name: 'bot image',
	done: () => false,
	run: async (progress) => {
		await buildTarget('bot', botTag, progress);
		return `${botTag}, ${await imageSize(botTag)} MB`;
	},
};
