import type { Logger } from '../../base/log.ts';
import type { TidyStep } from './tidy.ts';

/** How long after the start it begins, how often it is done, and the pause between two steps of one go, milliseconds. */
const firstMs = 60_000;
const everyMs = 3_600_000;
const pauseMs = 1_000;

/** Tidies a store from time to time, in short steps. One that fails is done again with the next. Disposing ends it. */
export function keepTidy(step: TidyStep, log: Logger): Disposable {
	let timer = setTimeout(go, firstMs).unref();
	function go(): void {
		timer = setTimeout(go, tidied() ? pauseMs : everyMs).unref();
	}
	function tidied(): boolean {
		try {
			return step();
		} catch (error) {
			log.warn('The store cannot be tidied now', { err: error });
			return false;
		}
	}
	return { [Symbol.dispose]: () => clearTimeout(timer) };
}
