import type { RepoDeps } from './repo-deps.ts';
import type { Book } from './state/book.ts';

/** Shared by all work on repositories. */
export interface Parts {
	readonly deps: RepoDeps;
	readonly book: Book;
}
