import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { isRoot } from '../base/host.mjs';
import { run } from '../base/run.mjs';
import { mayUse, storageWords } from '../base/user.mjs';

const trialSize = 2 * 2 ** 20;

const trialMs = 4000;

/** The PATH that the service itself uses for this, whatever a person's is. */
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The mount is in a namespace of its own: however this ends, the kernel takes it away. */
const trialScript = 'mkfs.ext4 -q -F "$1/image" && mount -t ext4 -o loop "$1/image" "$1/mounted"';

/** This mount is in a namespace that stays. */
const fuseScript = 'mkfs.ext4 -q -F "$1/image" && fuse2fs -o fakeroot "$1/image" "$1/mounted" && umount "$1/mounted"';

/** Whether a session can have its own disk: a small one is made and mounted. */
export const diskRow = async () => {
	const name = 'session disks';
	if (!isRoot()) return fuseRow(name);
	if (!existsSync('/dev/loop-control'))
		return {
			name,
			value: '/dev/loop-control is not there',
			met: false,
			mend: 'Run: sudo modprobe loop; in a container, start that with --privileged',
		};
	const failed = await tryDisk();
	if (failed === undefined) return { name, value: 'an image can be made and mounted', met: true };
	return {
		name,
		value: `an image cannot be mounted: ${failed}`,
		met: false,
		mend: 'Mend what it says (losetup --all shows the loop devices); in a container, start that with --privileged',
	};
};

/** Without root, fuse2fs serves the image in Podman's own namespace. */
const fuseRow = async (name) => {
	if (!mayUse('/dev/fuse'))
		return { name, value: '/dev/fuse cannot be opened', met: false, mend: 'Run: sudo chmod 666 /dev/fuse' };
	const failed = await tryDisk(['podman', ...storageWords(), 'unshare'], fuseScript);
	if (failed === undefined) return { name, value: 'an image can be made and mounted by fuse2fs', met: true };
	return { name, value: `an image cannot be mounted: ${failed}`, met: false, mend: 'Mend what it says' };
};

const tryDisk = async (enter = ['unshare', '--mount'], script = trialScript) => {
	const folder = mkdtempSync('/var/tmp/threadsmith-doctor-');
	try {
		writeFileSync(`${folder}/image`, '');
		truncateSync(`${folder}/image`, trialSize);
		mkdirSync(`${folder}/mounted`);
		const [program, ...words] = [...enter, 'sh', '-c', script, 'sh', folder];
		const result = await run(program, words, {
			env: { PATH: systemPath, LC_ALL: 'C' },
			signal: AbortSignal.timeout(trialMs),
		});
		return result.code === 0 ? undefined : result.tail.split('\n').at(enter[0] === 'podman' ? -1 : 0);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};
