import type { Clock } from '../../../base/clock.ts';
import { type Admission, createAdmission, type Lack } from '../../../base/queue/admission.ts';
import type { SandboxHome } from '../../sandbox.ts';

/** How many sandboxes may run at once, and for whom. */
export interface PlaceRules {
	/** For people; default: sandboxes. */
	readonly what?: string;
	/** So many sessions have one at a time. */
	readonly most: number;
	readonly lack: Lack;
	/** Whose share a session's sandbox is. */
	readonly whose: (session: string) => { readonly place: string; readonly person: string };
	/** Whether a session is being worked on: its sandbox is then not taken from it, however long it is idle. */
	readonly isNeeded: (session: string) => boolean;
}

/** As many as are asked for. */
export const anyNumber: PlaceRules = {
	most: Number.POSITIVE_INFINITY,
	lack: () => undefined,
	whose: (session) => ({ place: session, person: session }),
	isNeeded: () => false,
};

export function createPlacesLine(rules: Pick<PlaceRules, 'what' | 'most' | 'lack'>, clock: Clock): Admission {
	const { what = 'sandboxes', most, lack } = rules;
	return createAdmission({ what, most, lack, clock });
}

/** The id under which a sandbox has its place: that of its session, which a lab shares. */
export function placeId({ session, beside }: Pick<SandboxHome, 'session' | 'beside'>): string {
	return beside ?? session;
}
