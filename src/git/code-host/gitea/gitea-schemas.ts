import { z } from 'zod';

/** The parts of Gitea's and Forgejo's answers that we read. Source: their swagger (templates/swagger/v1_json.tmpl of go-gitea/gitea). Other fields are dropped. */
const person = z.object({ login: z.string() }).nullish();

export const repositorySchema = z.object({
	full_name: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
	owner: z.object({ login: z.string() }),
	default_branch: z.string(),
	archived: z.boolean(),
	permissions: z.object({ push: z.boolean() }).nullish(),
});
export const repositoriesSchema = z.array(repositorySchema);

export const branchesSchema = z.array(z.object({ name: z.string(), protected: z.boolean() })).nullable();

const branch = z.object({
	ref: z.string(),
	sha: z.string().regex(/^[0-9a-f]{40,64}$/),
	/** A fork may have been deleted. */
	repo: z.object({ full_name: z.string() }).nullish(),
});

export const pullSchema = z.object({
	number: z.int().positive(),
	title: z.string(),
	state: z.enum(['open', 'closed']),
	/** Since 1.20. */
	draft: z.boolean().optional(),
	merged: z.boolean(),
	merged_by: person,
	head: branch,
	base: branch,
});
export const pullsSchema = z.array(pullSchema).nullable();
export type Pull = z.infer<typeof pullSchema>;

const when = z.iso.datetime({ offset: true });

export const commentsSchema = z
	.array(z.object({ id: z.int(), user: person, body: z.string(), updated_at: when }))
	.nullable();

export const reviewsSchema = z
	.array(
		z.object({
			id: z.int(),
			user: person,
			state: z.string(),
			body: z.string(),
			dismissed: z.boolean().optional(),
			comments_count: z.int(),
			submitted_at: when,
			updated_at: when.optional(),
		}),
	)
	.nullable();

export const remarksSchema = z
	.array(
		z.object({
			id: z.int(),
			user: person,
			body: z.string(),
			path: z.string(),
			position: z.int().nonnegative(),
			updated_at: when,
		}),
	)
	.nullable();

export const statusSchema = z.object({
	statuses: z.array(z.object({ context: z.string(), status: z.string() })).nullish(),
});

export const peopleSchema = z.array(z.object({ login: z.string() })).nullable();
export const personSchema = z.object({ login: z.string() });
export const permissionSchema = z.object({ permission: z.string() });

/** A pull request's own words. */
export const bodySchema = z.object({ body: z.string() });

/** Of what was written no more is read than that it is there. */
export const doneSchema = z.object({ id: z.int() });
