import { open, readdir, readFile, realpath } from 'node:fs/promises';
import { isOfMachine } from '../../../base/errors.ts';

/** Where ext4 keeps what is read here: the kernel's Documentation/filesystems/ext4/super.rst. */
const superblock = { offset: 1024, bytes: 1024, magic: 0x38, state: 0x3a, incompatible: 0x60 } as const;
const ext4Magic = 0xef53;
const cleanState = 1;
const needsRecovery = 0x4;

/**
 * Whether an ext4 image says of itself that it was unmounted in good order. False also when it is not an ext4 image at all:
 * the checker finds better words for that. Rejects with the system's error when it cannot be read.
 */
export async function isCleanImage(image: string): Promise<boolean> {
	await using handle = await open(image);
	const block = Buffer.alloc(superblock.bytes);
	await handle.read(block, 0, superblock.bytes, superblock.offset);
	const clean = block.readUInt16LE(superblock.state) === cleanState;
	const recovered = (block.readUInt32LE(superblock.incompatible) & needsRecovery) === 0;
	return block.readUInt16LE(superblock.magic) === ext4Magic && clean && recovered;
}

/**
 * The loop devices ("/dev/loop3") that hold an image. Two at a time would destroy it. Rejects where this machine lacks what it takes to look, such
 * as descriptors.
 */
export async function loopDevicesOf(image: string): Promise<readonly string[]> {
	const file = await realpath(image);
	const names = (await readdir('/sys/block').catch(orNot([]))).filter((name) => name.startsWith('loop'));
	const backing = await Promise.all(names.map((name) => readBacking(name)));
	return names.filter((_name, index) => backing[index] === file).map((name) => `/dev/${name}`);
}

/** The file behind a loop device; undefined when it is free. */
async function readBacking(name: string): Promise<string | undefined> {
	const text = await readFile(`/sys/block/${name}/loop/backing_file`, 'utf8').catch(orNot(undefined));
	return text?.replace(/\n$/u, '');
}

/** For a thing that is not there; that it could not be looked for does not say so. */
function orNot<Nothing>(nothing: Nothing): (error: unknown) => Nothing {
	return (error) => {
		if (isOfMachine(error)) throw error;
		return nothing;
	};
}
