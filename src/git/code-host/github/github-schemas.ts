import { z } from 'zod';

/** The parts of GitHub's answers that we read. Source: github.com/github/rest-api-description. Other fields are dropped; texts have bounds of their own where they are used. */
const login = z.object({ login: z.string() }).nullish();

export const repositorySchema = z.object({
	full_name: z.string().regex(/^[\w.~-]{1,100}\/[\w.~-]{1,100}$/),
	default_branch: z.string(),
	archived: z.boolean(),
	permissions: z.object({ push: z.boolean() }).optional(),
});

export const branchesSchema = z.array(z.object({ name: z.string(), protected: z.boolean() }));

const stateSchema = z.enum(['open', 'closed']);

export const pullSchema = z.object({
	number: z.int().positive(),
	state: stateSchema,
	draft: z.boolean().optional(),
	head: z.object({ ref: z.string(), sha: z.string().regex(/^[0-9a-f]{40,64}$/), label: z.string().nullish() }),
	base: z.object({ ref: z.string() }),
});
export const pullsSchema = z.array(pullSchema);
export type Pull = z.infer<typeof pullSchema>;

/** Of one alone: lists have no `merged`. */
export const wholePullSchema = pullSchema.extend({ merged: z.boolean(), merged_by: login });

const when = z.iso.datetime({ offset: true });
const association = z.string();

export const commentsSchema = z.array(
	z.object({ id: z.int(), user: login, author_association: association, body: z.string().nullish(), updated_at: when }),
);

export const remarksSchema = z.array(
	z.object({
		id: z.int(),
		user: login,
		author_association: association,
		body: z.string(),
		updated_at: when,
		path: z.string(),
		line: z.int().nullish(),
		original_line: z.int().nullish(),
	}),
);

export const reviewsSchema = z.array(
	z.object({
		id: z.int(),
		user: login,
		author_association: association,
		body: z.string().nullish(),
		state: z.string(),
		/** A review that was not sent yet has none. */
		submitted_at: when.optional(),
	}),
);

/** A page of each: the list is a field of it. */
export const checkRunsSchema = z
	.object({
		check_runs: z.array(z.object({ name: z.string(), status: z.string(), conclusion: z.string().nullish() })),
	})
	.transform(({ check_runs: runs }) => runs);

export const statusesSchema = z
	.object({ statuses: z.array(z.object({ context: z.string(), state: z.string() })) })
	.transform(({ statuses }) => statuses);

export const forkSchema = z.object({ full_name: repositorySchema.shape.full_name });

/** A pull request's own words. */
export const bodySchema = z.object({ body: z.string().nullish() });

/** Of what was written no more is read than that it is there. */
export const doneSchema = z.object({ id: z.int() });

export const permissionSchema = z.object({ permission: z.string() });
