import type { z } from 'zod';

/** Credentials that the process was handed while it ran, each a JSON value: readable by the owner alone, in no export and no log. */
export interface Secrets {
	/** Undefined when there is none. `name` matches `^[A-Za-z0-9._-]{1,120}$`. */
	read<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined>;
	/** Replaces it atomically and durably. */
	write(name: string, value: unknown): Promise<void>;
	/** Nothing happens when there is none. */
	remove(name: string): Promise<void>;
	/** All names. */
	list(): Promise<readonly string[]>;
}
