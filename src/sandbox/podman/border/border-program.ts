import { silentLogger } from '../../../base/log.ts';
import { fuseDiskGone, fuseDiskReleased, mountFuseDisk } from '../../files/disk/fuse-disk.ts';
import { openOwnFolder } from '../../files/folder.ts';
import { createDirectBorder } from './direct-border.ts';
import { serveBorder } from './serve-border.ts';

/** Run by `podman unshare`: does what the bot may not, over its standard streams, until these end. Arguments: the folder of slots, and the data folder. */
const [slots = '', data = ''] = process.argv.slice(2);
const disks = { mount: mountFuseDisk, released: fuseDiskReleased, gone: fuseDiskGone };
const border = createDirectBorder({ slots, disks, openFolder: openOwnFolder, log: silentLogger });
// Whoever asked is gone
process.stdout.on('error', () => process.exit());
await serveBorder({ border, data, input: process.stdin, output: process.stdout });
process.exit();
