import { resolve } from 'node:path';
import type { Above } from '../above.ts';

interface Told {
	readonly write: (text: string) => void;
	readonly say: (text: string) => void;
}

/** Root's process puts it in its place: this one may not write there. People are told of that place alone. */
export async function exportTo(
	above: Above,
	target: string,
	run: (path: string, told: Told) => Promise<number>,
): Promise<number> {
	const path = (await above.desk.ask({ verb: 'export', target: resolve(target) })).folder ?? '';
	const named = (text: string) => text.replaceAll(path, target);
	return await run(path, {
		write: (text) => void process.stdout.write(named(text)),
		say: (text) => void process.stderr.write(named(text)),
	});
}
