import { causesOf, isOfMachine, PlaceGoneError, PlatformAwayError } from '../../../base/errors.ts';

/**
 * Why a session could not be worked on. `away`: its platform is, as a whole. `gone`: its place is, until somebody brings it back.
 * `machine`: this machine has run out of something, or the store does not work. `own`: anything else.
 */
export type Trouble =
	| { readonly kind: 'away'; readonly platform: string }
	| { readonly kind: 'gone'; readonly place: string }
	| { readonly kind: 'machine' | 'own' };

/** Pure. */
export function troubleOf(error: unknown): Trouble {
	if (isOfMachine(error)) return { kind: 'machine' };
	for (const cause of causesOf(error)) {
		if (cause instanceof PlatformAwayError) return { kind: 'away', platform: cause.platform };
		if (cause instanceof PlaceGoneError) return { kind: 'gone', place: cause.place };
	}
	return { kind: 'own' };
}

/** Whether somebody can be told of it: those whose platform or place is not there cannot. Pure. */
export function isHere({ kind }: Trouble): boolean {
	return kind !== 'away' && kind !== 'gone';
}
