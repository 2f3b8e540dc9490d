import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import type { SessionFolder } from '../../../store/store.ts';

const aboutSchema = z.enum(['packages', 'undated']);

const packagesSchema = kept({
	version: z.literal(1),
	/** Requirements that were asked for, one for each name. */
	wanted: z.array(kept({ name: z.string(), text: z.string() })),
	/** All exact packages beside those of the image. */
	packages: z.array(kept({ name: z.string(), version: z.string() })),
	/** The environments that hold them, each with the text of its lock; later ones add to earlier ones. */
	layers: z.array(kept({ hash: z.string(), lock: z.string() })),
	/** People's answers: a yes holds for the session, a no for the turn it was said in. */
	answers: z.array(
		kept({ about: aboutSchema, names: z.array(z.string()), yes: z.boolean(), question: z.string(), turn: z.string() }),
	),
	/** Open questions by the call that has asked. */
	asks: z.array(kept({ call: z.string(), about: aboutSchema, names: z.array(z.string()) })),
});

/** `packages.json`: the Python packages that commands of the session have beside those of the image. */
export type SessionPackages = z.infer<typeof packagesSchema>;

const none: SessionPackages = { version: 1, wanted: [], packages: [], layers: [], answers: [], asks: [] };

/** The packages of a session; none where nothing was installed, or where the file is damaged. */
export async function readSessionPackages(folder: Pick<SessionFolder, 'documents'>): Promise<SessionPackages> {
	return (await folder.documents.read('packages', packagesSchema, async () => undefined)) ?? none;
}

export async function keepSessionPackages(
	folder: Pick<SessionFolder, 'documents'>,
	packages: SessionPackages,
): Promise<SessionPackages> {
	await folder.documents.write('packages', packages);
	return packages;
}
