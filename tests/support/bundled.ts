import { join } from 'node:path';
import { build } from 'esbuild';
import { tempDir } from './temp-dir.ts';

/** A program in one file, and the environment that has what is compiled of it kept. Disposing removes both. */
export interface Bundled extends AsyncDisposable {
	readonly path: string;
	readonly env: NodeJS.ProcessEnv;
}

/** Bundles a program that a test starts many times: most of each start would be finding and reading some hundred modules. */
export async function bundled(program: string): Promise<Bundled> {
	const dir = await tempDir();
	const path = join(dir.path, 'program.mjs');
	await build({
		...{ entryPoints: [program], outfile: path, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' },
		banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
	});
	return {
		path,
		env: { ...process.env, NODE_COMPILE_CACHE: join(dir.path, 'compiled') },
		[Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
	};
}
