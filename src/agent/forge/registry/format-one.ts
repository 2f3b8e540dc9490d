import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { nameSchema } from '../spec/spec.ts';
import type { Manifest } from './manifest.ts';

const inputSchema = kept({
	name: z.string(),
	type: z.enum(['string', 'number', 'boolean', 'array', 'object']),
	description: z.string(),
});

const versionSchema = kept({
	category: nameSchema,
	name: nameSchema,
	version: z.number().int().min(1),
	purpose: z.string(),
	usage: z.string(),
	inputs: z.array(inputSchema),
	forgedAt: z.iso.datetime(),
	tries: z.number().int().min(1),
	coder: z.string(),
});
type VersionOne = z.infer<typeof versionSchema>;

/** A registry of format 1: one entry a version, parameters instead of schemas, and nothing of their use. */
export const formatOneSchema = kept({ version: z.literal(1), tools: z.array(versionSchema) });

/** Stands for the hash of files that nobody hashed when they were kept: those of format 1. */
export const unhashed = '0'.repeat(64);

const unused = { calls: 0, failures: 0, failuresInARow: 0, ms: 0, failedInputs: [], takenInputs: [] };

/** The tools of a registry of format 1 as format 2 has them; the newest version of each is the current one. Pure. */
export function toFormatTwo({ tools }: z.infer<typeof formatOneSchema>) {
	const byId = Map.groupBy(tools, ({ category, name }) => `${category}/${name}`);
	return [...byId.values()].map((entries) => {
		const versions = entries.toSorted((one, other) => one.version - other.version);
		const [{ category, name } = { category: '', name: '' }] = versions;
		return { category, name, current: versions.at(-1)?.version ?? 0, versions: versions.map(toVersion) };
	});
}

function toVersion(one: VersionOne) {
	return { manifest: toManifest(one), quarantined: false, use: unused };
}

/** Results of that time were unchecked, and nobody knows which session made it. */
function toManifest({ inputs, tries, coder, ...same }: VersionOne): Manifest {
	return {
		...same,
		format: 2,
		input: schemaOf(inputs),
		output: { type: 'object' },
		example: { input: {}, output: {} },
		varies: false,
		capabilities: [],
		dependencies: [],
		sha256: unhashed,
		provenance: { session: '', coder, seeds: [], tries },
	};
}

function schemaOf(inputs: VersionOne['inputs']): Record<string, unknown> {
	const properties = Object.fromEntries(inputs.map(({ name, type, description }) => [name, { type, description }]));
	return { type: 'object', properties, required: inputs.map(({ name }) => name), additionalProperties: false };
}
