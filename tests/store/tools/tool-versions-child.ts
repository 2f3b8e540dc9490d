/**
 * A process that kills itself: `node tool-versions-child.ts <folder> <draft> <killAt>`. It adds a version and makes it current, and dies by
 * SIGKILL right before the step number `killAt` that touches the disk. Its exit code is 0 when that was not reached.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const [folder = '', draft = '', killAt = '0'] = process.argv.slice(2);
let steps = 0;

function counting<Args extends unknown[], Result>(inner: (...args: Args) => Result): (...args: Args) => Result {
	return function counted(this: unknown, ...args: Args): Result {
		steps += 1;
		if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
		return inner.apply(this, args);
	};
}

const handle = await fs.open(folder, 'r');
const methods: { writeFile: unknown; sync: unknown; chmod: unknown } = Object.getPrototypeOf(handle);
await handle.close();
Object.assign(methods, {
	writeFile: counting(handle.writeFile),
	sync: counting(handle.sync),
	chmod: counting(handle.chmod),
});
const { open, mkdir, chmod, rename, rm, symlink } = fs;
Object.assign(fs, {
	open: counting(open),
	mkdir: counting(mkdir),
	chmod: counting(chmod),
	rename: counting(rename),
	rm: counting(rm),
	symlink: counting(symlink),
});
syncBuiltinESMExports();

const { createToolVersions } = await import('../../../src/store/tools/tool-versions.ts');
const versions = createToolVersions({ folder, draft });
const tool = 'tables/sum_by_column';
const version = await versions.add(tool, (number) => ({ 'tool.py': `new ${number}`, 'manifest.json': `${number}` }));
await versions.point({ tool, version });
