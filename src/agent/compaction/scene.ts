import type { Step } from '../../store/journal.ts';
import type { Session } from '../session/session.ts';

/** The session whose history is made shorter, and for which model. */
export interface Scene {
	readonly session: Pick<Session, 'folder' | 'history' | 'rest'>;
	/** The endpoint's name of the model that thinks there. */
	readonly model: string;
	/** The open turn that it is in; undefined between turns. */
	readonly turn?: string | undefined;
	/** Tokens of what stands before the messages in every request. */
	readonly prefix: number;
	/** Journals a step. */
	record(step: Step): Promise<void>;
}

/** For steps of a scene. */
export function placeOf({ turn }: Pick<Scene, 'turn'>): { readonly turn?: string } {
	return turn === undefined ? {} : { turn };
}
