import { z } from 'zod';

/** Where a repository lies: nothing of a person or a key is in it. */
export const addressSchema = z.object({
	scheme: z.enum(['https', 'ssh']),
	/** Lower case; without a port. */
	host: z.string().min(1).max(253),
	/** Undefined: the scheme's own. */
	port: z.int().min(1).max(65_535).optional(),
	/** Without the leading slash and without `.git`: `acme/app`. */
	path: z.string().min(1).max(500),
	/** Of ssh alone, for the most part `git`. */
	login: z.string().max(64).optional(),
});
export type RepositoryAddress = z.infer<typeof addressSchema>;

/** That which an admin allows to be followed: a repository that is a submodule, or a server of LFS. */
export const followSchema = z.object({
	kind: z.enum(['submodule', 'lfs']),
	/** Of the submodule's repository, or of the one that the server is for. */
	address: addressSchema,
	/** As people write it: `https://github.com/acme/lib`, `https://github.com/acme/app.git/info/lfs`; without a slash at the end. */
	url: z.string().min(1).max(1_000),
});
export type Follow = z.infer<typeof followSchema>;

/** The index of packages that may be reached during the set-up. */
export const indexNames = ['pypi', 'npm', 'crates', 'go'] as const;

/** How the pull requests of a repository are made, as its place's admins want it. */
const wishesSchema = z.object({
	/** Shell commands, run in a sandbox: what makes the repository ready, and what tests it. */
	setup: z.string().max(4_000).optional(),
	test: z.string().max(4_000).optional(),
	/** Open during `setup`, and at no other time. */
	indexes: z.array(z.enum(indexNames)).default([]),
	draft: z.boolean().default(true),
	/** Pushed to a fork of the credential's account instead. */
	fork: z.boolean().default(false),
	/** Names of people and links to the thread may stand in a pull request. */
	names: z.boolean().default(false),
	/** Files by glob that need an admin's yes beside those that always do. */
	protected: z.array(z.string().max(200)).max(50).default([]),
	/** Submodules and files of LFS from elsewhere are not followed. */
	follow: z.array(followSchema).max(20).optional(),
});

/** A repository that is opened in a place. */
export const repositorySchema = z.object({
	/** `r-` and twelve hex digits. It names the mirror, too. */
	id: z.string().regex(/^r-[0-9a-f]{12}$/),
	place: z.string(),
	/** As people call it, unique in the place: `acme/app`. */
	name: z.string().min(1).max(200),
	address: addressSchema,
	/** Channels in which it is opened, as `Places.conversationOf` names them; `*`: all of the place. */
	channels: z.array(z.string()).min(1),
	/** Speaks this API; `none`: it takes pushes alone, and people open pull requests by hand. */
	codeHost: z.enum(['github', 'gitea', 'none']),
	/** The id of the credential; undefined: it is read without one, and takes no pushes. */
	credential: z.string().optional(),
	wishes: wishesSchema,
});
export type Repository = z.infer<typeof repositorySchema>;

/** With what a place's repositories are reached. It lies in `secrets/`, and is used by this host alone. */
export const credentialSchema = z.object({
	/** `c-` and twelve hex digits. */
	id: z.string().regex(/^c-[0-9a-f]{12}$/),
	place: z.string(),
	/** Host and port that it is for: `github.com`, `git.example.org:3000`. It is sent nowhere else. */
	host: z.string(),
	/** Names of the repositories that it is for: `acme/app`. */
	repositories: z.array(z.string()).min(1),
	key: z.discriminatedUnion('kind', [
		/** A personal or project token; `login`: its account's name, where the server asks for it. */
		z.object({ kind: z.literal('token'), token: z.string().min(1), login: z.string().optional() }),
		/** A GitHub App: its installation's tokens are made of this, and last an hour. */
		z.object({
			kind: z.literal('github-app'),
			app: z.string(),
			privateKey: z.string(),
			installation: z.string().optional(),
		}),
		/** A deploy key, without a passphrase, and the server's keys as lines of `known_hosts`. */
		z.object({ kind: z.literal('ssh-key'), privateKey: z.string(), knownHosts: z.string().min(1) }),
	]),
});
export type Credential = z.infer<typeof credentialSchema>;

/** A repository and that with which it is reached. */
export interface Access {
	readonly repository: Repository;
	readonly credential?: Credential | undefined;
	/** A sentence for people: why the credential that the repository names is not used. Nothing is done with the repository then. */
	readonly lacks?: string | undefined;
	/** Fetched with it; missing: the repository alone. */
	readonly follow?: readonly Followable[] | undefined;
}

/** Is followed, with the credential that it is reached with. */
export interface Followable extends Follow {
	readonly credential?: Credential | undefined;
}
