import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { casesSchema } from '../../../src/agent/forge/draft/cases.ts';
import { manifestSchema } from '../../../src/agent/forge/registry/manifest.ts';
import { storedRegistrySchema } from '../../../src/agent/forge/registry/registry.ts';
import { forgeRunSchema } from '../../../src/agent/forge/run/forge-run.ts';
import { proposalSchema } from '../../../src/agent/forge/share/proposal.ts';

/** All that the forge reads from the disk. */
const stored = {
	'tool_registry.json': storedRegistrySchema,
	'forge/<call>.json': forgeRunSchema,
	'manifest.json': manifestSchema,
	'tests.json': casesSchema,
	'a proposal': proposalSchema,
};

/** Where in a schema an object has fields of its own, and whether it takes others and keeps them. */
function objectsIn(node: unknown, path = ''): { readonly path: string; readonly keeps: boolean }[] {
	if (typeof node !== 'object' || node === null) return [];
	const own = 'properties' in node ? [{ path, keeps: keepsOthers(node) }] : [];
	return [...own, ...Object.entries(node).flatMap(([key, inner]) => objectsIn(inner, `${path}/${key}`))];
}

/** An object that refuses a key has `false` there, one that drops it nothing. */
function keepsOthers(node: object): boolean {
	return 'additionalProperties' in node && node.additionalProperties !== false;
}

function objectsOf(schema: z.ZodType) {
	return objectsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

describe('what the forge has stored', () => {
	it.each(Object.entries(stored))(
		'of %s takes and keeps a key that a newer version has added, at each level',
		(...given) => {
			const [, schema] = given;
			const objects = objectsOf(schema);
			expect(objects.length).toBeGreaterThan(0);
			expect(objects.filter(({ keeps }) => !keeps)).toEqual([]);
		},
	);

	it('is held against schemas in which one that drops keys, or refuses them, would be found', () => {
		const inner = z.object({ a: z.string() });
		const schemas = [z.array(inner), z.object({ b: z.strictObject(inner.shape).optional() }).loose()];
		expect(schemas.map((schema) => objectsOf(schema).filter(({ keeps }) => !keeps).length)).toEqual([1, 1]);
	});
});
