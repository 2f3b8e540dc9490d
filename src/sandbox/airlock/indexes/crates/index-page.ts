import { z } from 'zod';
import { type AgeRule, judgeAge, timeOf, undatedLine, youngLine } from '../../age.ts';

/** A version of a crate, as the index has it. */
export interface CrateVersion {
	readonly version: string;
	/** Hex. */
	readonly sha256: string;
	/** Its line, as it came. */
	readonly line: string;
	readonly verdict: 'fit' | 'young' | 'undated';
	/** Why it is not served; empty where it is. */
	readonly why: string;
}

const lineSchema = z.object({
	name: z.string(),
	vers: z.string().max(256),
	cksum: z.string().regex(/^[0-9a-f]{64}$/i),
	// https://doc.rust-lang.org/cargo/reference/registry-index.html#json-schema; not all registries tell it
	pubtime: z.unknown().optional(),
});

/** Reads the page of a crate, a line of JSON for each version. Lines that are not as they should be are left out. Pure. */
export function readCratePage(name: string, text: string, rule: AgeRule): readonly CrateVersion[] {
	return text.split('\n').flatMap((line) => {
		const entry = lineSchema.safeParse(parsed(line)).data;
		if (entry === undefined || entry.name.toLowerCase() !== name.toLowerCase()) return [];
		const at = timeOf(entry.pubtime);
		const verdict = judgeAge(name, at, rule);
		return { version: entry.vers, sha256: entry.cksum.toLowerCase(), line, verdict, why: whyNot() };

		function whyNot(): string {
			if (verdict === 'fit') return '';
			return verdict === 'undated'
				? undatedLine(name)
				: youngLine(`${name} ${entry?.vers}`, rule.now() - (at ?? 0), rule.leastMs);
		}
	});
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
