import { stat } from 'node:fs/promises';
import { noPrices, type PriceList, readPrices } from '../agent/budget/prices.ts';
import { codeOf, messageOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { readWhole } from '../store/files/read-regular-file.ts';

/** Where it stands in a data folder. */
export const priceFileName = 'prices.json';

/** The list of models.dev has some three megabytes. */
const mostBytes = 32 * 2 ** 20;

/** A file of prices as it was found; `missing`: there is none. `why` completes "cannot be read: ". */
export type PriceFile =
	| { readonly kind: 'read'; readonly prices: PriceList }
	| { readonly kind: 'missing' }
	| { readonly kind: 'damaged'; readonly why: string };

/** Reads a file of prices. Never rejects. */
export async function readPriceFile(path: string): Promise<PriceFile> {
	try {
		const prices = readPrices(JSON.parse((await readWhole(path, mostBytes)).toString()));
		return prices ? { kind: 'read', prices } : { kind: 'damaged', why: 'it has not the form of models.dev' };
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return { kind: 'missing' };
		return { kind: 'damaged', why: error instanceof SyntaxError ? 'it is not JSON' : messageOf(error) };
	}
}

/** The prices in a file, read anew when it has changed. One that is missing or damaged has none; damage is told to the log, once. */
export function createPriceFile(path: string, log: Logger): () => Promise<PriceList> {
	let seen = '';
	let prices = noPrices;
	return async () => {
		const now = await stat(path).then(
			({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
			() => '',
		);
		if (now === seen) return prices;
		const file = now === '' ? { kind: 'missing' as const } : await readPriceFile(path);
		if (file.kind === 'damaged')
			log.warn(`${priceFileName} cannot be read: models have no prices`, { reason: file.why });
		prices = file.kind === 'read' ? file.prices : noPrices;
		seen = now;
		return prices;
	};
}
