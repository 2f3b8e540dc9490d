import type { FileDiff } from './update.ts';

/** One of the answers that the agent offers. */
export interface PermissionOption {
	readonly id: string;
	readonly name: string;
	readonly kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
}

/** An agent that asks whether it may. All its texts are bounded and sanitised. */
export interface PermissionAsk {
	/** The tool call that it is about. */
	readonly id: string;
	/** The whole command, in its lines; ends with `…` where it is longer than is heard. */
	readonly title: string;
	readonly toolKind: string;
	readonly diffs: readonly FileDiff[];
	readonly options: readonly PermissionOption[];
}

/** `cancelled`: nobody answered, or the prompt is stopped. */
export type PermissionAnswer =
	| { readonly kind: 'option'; readonly id: string }
	| { readonly kind: 'refused' }
	| { readonly kind: 'cancelled' };
