import { causesOf, codeOf, PlaceGoneError, PlatformAwayError } from '../../errors.ts';

/**
 * Why a session could not be worked on. `away`: its platform is, as a whole. `gone`: its place is, until somebody brings it back.
 * `machine`: this machine has run out of something, or the store does not work. `own`: anything else.
 */
export type Trouble =
	| { readonly kind: 'away'; readonly platform: string }
	| { readonly kind: 'gone'; readonly place: string }
	| { readonly kind: 'machine' | 'own' };

/** Codes of Node for what the whole machine lacks; the store's are all of that kind. */
const machineCodes = [
	'EMFILE',
	'ENFILE',
	'ENOSPC',
	'EDQUOT',
	'EROFS',
	'EIO',
	'ENOMEM',
	'ENOBUFS',
	'EAGAIN',
	'ERR_SQLITE_ERROR',
];

/** Pure. */
export function troubleOf(error: unknown): Trouble {
	const causes = causesOf(error);
	if (causes.some((cause) => machineCodes.includes(codeOf(cause) ?? ''))) return { kind: 'machine' };
	for (const cause of causes) {
		if (cause instanceof PlatformAwayError) return { kind: 'away', platform: cause.platform };
		if (cause instanceof PlaceGoneError) return { kind: 'gone', place: cause.place };
	}
	return { kind: 'own' };
}
