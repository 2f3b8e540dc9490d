import { z } from 'zod';

const metadataSchema = z.object({ question: z.string(), thread: z.string() });

/** A form brings this back with it, after a restart too. */
export type ModalMetadata = z.infer<typeof metadataSchema>;

/** As a view's `private_metadata`. Pure. */
export function modalMetadata(metadata: ModalMetadata): string {
	return JSON.stringify(metadata);
}

/** Undefined for what is not ours. Pure. */
export function readModalMetadata(text: string): ModalMetadata | undefined {
	try {
		return metadataSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}
