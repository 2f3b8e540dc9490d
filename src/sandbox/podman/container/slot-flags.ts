import type { TreeName } from '../../sandbox.ts';

/** The flags each folder of the session is mounted with, on the host: what is set inside would not cover what is mounted later. */
export const slotFlags: Readonly<Record<TreeName, readonly string[]>> = {
	inputs: ['ro', 'nosuid', 'nodev', 'noexec'],
	// Without noexec: forged tools are run from here
	tools: ['ro', 'nosuid', 'nodev'],
	memories: ['ro', 'nosuid', 'nodev', 'noexec'],
};
