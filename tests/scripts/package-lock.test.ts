import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const read = <T>(name: string, schema: z.ZodType<T>): T =>
	schema.parse(JSON.parse(readFileSync(join(root, name), 'utf8')));
const { overrides } = read('package.json', z.object({ overrides: z.record(z.string(), z.string()) }));
const { packages } = read(
	'package-lock.json',
	z.object({
		packages: z.record(
			z.string(),
			z.object({
				resolved: z.string().optional(),
				dev: z.boolean().optional(),
				dependencies: z.record(z.string(), z.string()).optional(),
			}),
		),
	}),
);

/** What a folder takes on the disk; nothing where it is not there. */
function sizeOf(path: string): number {
	if (!existsSync(path)) return 0;
	return readdirSync(path, { withFileTypes: true })
		.map((one) => (one.isDirectory() ? sizeOf(join(path, one.name)) : lstatSync(join(path, one.name)).blocks * 512))
		.reduce((all, size) => all + size, 0);
}

describe('the lock of the packages', () => {
	// npm 9 takes what a package asks for from the lock, without the overrides.
	it('asks for an overridden package in its own version everywhere', () => {
		const asked = Object.values(packages).flatMap(({ dependencies = {} }) =>
			Object.keys(overrides).flatMap((name) => (dependencies[name] === undefined ? [] : [[name, dependencies[name]]])),
		);
		expect(asked.length).toBeGreaterThan(0);
		expect(asked).toEqual(asked.map(([name = '']) => [name, overrides[name]]));
	});

	it('has less than 366 MB of what runs', () => {
		const running = Object.entries(packages).filter(
			([path, { dev }]) => /^node_modules\/[^/]+(\/[^/]+)?$/.test(path) && !dev,
		);
		const sizes = running.map(([path]) => [path, sizeOf(join(root, path)) / 2 ** 20] as const);
		expect(sizes.reduce((all, [, size]) => all + size, 0)).toBeLessThan(366);
		const large = sizes.filter(([, size]) => size > 10).map(([path]) => path.replace(/-x64$|-arm64$/, ''));
		// Node itself, the client of the models, what bundles the guest.
		expect(large.toSorted()).toEqual(['node_modules/@esbuild/linux', 'node_modules/node-linux', 'node_modules/openai']);
	});

	it('names no registry: each machine has its own', () => {
		expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([]);
	});
});
