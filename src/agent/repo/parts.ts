import type { RepoDeps } from './repo-deps.ts';
import type { Book } from './state/book.ts';

/** What all work on repositories shares. */
export interface Parts {
	readonly deps: RepoDeps;
	readonly book: Book;
}
