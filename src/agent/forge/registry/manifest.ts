import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { capabilities, nameSchema } from '../spec/spec.ts';

const record = z.record(z.string(), z.unknown());
const person = kept({ id: z.string(), name: z.string() });

/** Where a version comes from, and who had a hand in it. */
export const provenanceSchema = kept({
	session: z.string(),
	/** The call there that asked for it: it makes one version, however often it is run. */
	call: z.string().optional(),
	askedBy: person.optional(),
	/** The Coder's model, the seeds of its tries, and how many tries there were. */
	coder: z.string(),
	seeds: z.array(z.number().int()),
	tries: z.number().int().min(1),
	/** The version that it repairs. */
	repairs: z.number().int().min(1).optional(),
	/** Its tests are runs in the session, with the data of the people there: they stay there. */
	ownData: z.literal(true).optional(),
	/** Who said yes to packages off the allow-list. */
	packagesBy: person.optional(),
	/** The model that judged it. */
	judge: z.string().optional(),
	/** Of a version in a catalog: who proposed and who approved it, and when. */
	shared: kept({
		version: z.number().int(),
		proposedBy: person,
		approvedBy: person,
		at: z.iso.datetime(),
	}).optional(),
	/** Of a version that a session took over from a catalog. */
	adopted: kept({ catalog: z.string(), version: z.number().int() }).optional(),
});

const foundSchema = kept({
	phrases: z.array(z.string()).readonly(),
	synonyms: z.array(z.string()).readonly(),
	notFor: z.array(z.string()).readonly(),
});

/** `manifest.json` of one version. */
export const manifestSchema = kept({
	format: z.literal(2),
	category: nameSchema,
	name: nameSchema,
	version: z.number().int().min(1),
	purpose: z.string(),
	/** How to call it, in a line or two. */
	usage: z.string(),
	/** Words in which people ask for it, by the Coder; tools of before have none. */
	found: foundSchema.optional(),
	/** JSON Schemas; what `--describe` prints, too. */
	input: record,
	output: record,
	example: kept({ input: record, output: record }),
	varies: z.boolean(),
	capabilities: z.array(z.enum(capabilities)),
	/** Whether its tests have files that their inputs do not name: it is to find such in use, too. Tools of before find all there are. */
	looksAround: z.boolean().optional(),
	/** Fields of its results that name what it has written, by its examples. */
	written: z.array(z.string()).optional(),
	/** PEP 508, as declared. */
	dependencies: z.array(z.string()),
	/** The environment that it runs in, below `/envs`; it is made of `lock` beside this file. */
	env: z
		.string()
		.regex(/^[0-9a-f]{32}$/)
		.optional(),
	/** Hex SHA-256 over tool.py, tests.json and lock, each with its name and length before it. */
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	forgedAt: z.iso.datetime(),
	provenance: provenanceSchema,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The files of one version. */
export const versionFiles = {
	code: 'tool.py',
	manifest: 'manifest.json',
	tests: 'tests.json',
	lock: 'lock',
	/** Tests in the place of those that are data of the session, for whoever the version is shared with. */
	madeUp: 'made-up.json',
} as const;
