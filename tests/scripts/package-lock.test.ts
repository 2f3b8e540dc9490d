import { readFileSync } from 'node:fs';
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
			z.object({ resolved: z.string().optional(), dependencies: z.record(z.string(), z.string()).optional() }),
		),
	}),
);

describe('the lock of the packages', () => {
	// npm 9 takes what a package asks for from the lock, without the overrides.
	it('asks for an overridden package in its own version everywhere', () => {
		const asked = Object.values(packages).flatMap(({ dependencies = {} }) =>
			Object.keys(overrides).flatMap((name) => (dependencies[name] === undefined ? [] : [[name, dependencies[name]]])),
		);
		expect(asked.length).toBeGreaterThan(0);
		expect(asked).toEqual(asked.map(([name = '']) => [name, overrides[name]]));
	});

	it('names no registry: each machine has its own', () => {
		expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([]);
	});
});
