import { isRoot, readHost, which } from '../base/host.mjs';
import { run } from '../base/run.mjs';
import { SetUpError } from '../base/step.mjs';
import {
	folderCommand,
	idsCommand,
	leastIds,
	lingers,
	mayUse,
	ownIds,
	runtimeFolder,
	userName,
} from '../base/user.mjs';
import { installCommand, missingPackages } from './system-packages.mjs';

/** What a user without root needs of root, once: done by sudo, or told as one command. */
export const userGround = {
	name: 'what this user needs of root, once',
	done: () => lacking().length === 0,
	run: async (progress) => {
		const command = rootCommandFor(lacking());
		const failed = await asRoot(command, progress);
		if (failed !== undefined)
			throw new SetUpError(
				'Cannot do it as root: sudo is missing, asks for a password, or says no. Root runs it once',
				{
					commands: [`sudo sh -c '${command}'`],
					output: failed,
				},
			);
		return 'by sudo';
	},
};

/** The parts of that command, none where nothing is missing. */
export const lacking = () => [
	...(missingPackages().length > 0 ? [installCommand(missingPackages()).replace(/^sudo /, '')] : []),
	...(ownIds() < leastIds ? [idsCommand(userName())] : []),
	...(mayUse('/dev/fuse') ? [] : ['chmod 666 /dev/fuse']),
	...(readHost().systemd && !lingers() ? [`loginctl enable-linger ${userName()}`] : []),
	// Without systemd nobody makes it, and it is gone with each boot.
	...(readHost().systemd || mayUse(runtimeFolder()) ? [] : [folderCommand()]),
];

/** Each part whatever became of the one before: they need nothing of each other. */
const rootCommandFor = (parts) => parts.join('; ');

const asRoot = async (command, progress) => {
	if (which('sudo') === undefined) return '';
	const { tail } = await run('sudo', ['-n', 'sh', '-c', command], { onLine: progress });
	return lacking().length === 0 ? undefined : tail;
};

/** Why this process can have no sandboxes, or undefined. */
export const whyNoSandboxes = () => {
	if (isRoot() || lacking().length === 0) return undefined;
	return 'without root, sandboxes need what `npm start` says';
};
