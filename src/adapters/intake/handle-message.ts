import type { Command } from '../../agent/commands/command.ts';
import type { Accept, Inbound } from '../../chat/inbound.ts';
import type { Person, Thread } from '../../chat/thread.ts';
import type { Bindings } from '../../store/store.ts';
import { type Address, inboundOf, isForUs, type Said } from './said.ts';

export interface HandleMessageDeps {
	readonly accept: Accept;
	readonly bindings: Pick<Bindings, 'sessionOf'>;
	readonly commands: readonly Command[];
}

/** A message that was delivered. Whatever must be asked of the platform is asked only where the message is for us. */
export interface Delivered {
	readonly thread: Thread;
	readonly address: Address;
	/** Undefined: nobody said it whom we listen to, or it has no words. Rejects when that cannot be known now: then it must be delivered again. */
	readonly whole: () => Promise<Said | undefined>;
}

/** The fate of a message. */
export type Handled =
	| { readonly kind: 'not-for-us' | 'left-alone' }
	| { readonly kind: 'accepted'; readonly inbound: Inbound; readonly answer: Awaited<ReturnType<Accept>> };

/** Takes in what somebody said, where it is for us. Resolves when it is stored. */
export async function handleMessage(
	{ thread, address, whole }: Delivered,
	{ accept, bindings, commands }: HandleMessageDeps,
): Promise<Handled> {
	const ours = await isOurs(thread, { bindings });
	if (!isForUs(address, ours)) return { kind: 'not-for-us' };
	const said = await whole();
	if (!said) return { kind: 'left-alone' };
	const inbound = inboundOf(said, { ours, commands });
	return { kind: 'accepted', inbound, answer: await accept(inbound) };
}

/** Whether a thread is a session's. */
export async function isOurs(thread: Thread, { bindings }: Pick<HandleMessageDeps, 'bindings'>): Promise<boolean> {
	return (await bindings.sessionOf(thread)) !== undefined;
}

/** A message that was changed or removed. */
export interface Changed {
	/** The message's key. */
	readonly of: string;
	readonly thread: Thread;
	readonly person: Person;
	/** ISO 8601. */
	readonly at: string;
}

/** Takes in that the words of a message were changed; `version` tells this change from later ones. */
export async function acceptEdit(
	{ of, ...who }: Changed,
	{ text, version }: { readonly text: string; readonly version: string },
	accept: Accept,
): Promise<void> {
	await accept({ ...who, type: 'edit', of, text, key: `${of}/edit/${version}` });
}

/** Takes in that a message was removed. */
export async function acceptRemoval({ of, ...who }: Changed, accept: Accept): Promise<void> {
	await accept({ ...who, type: 'delete', of, gone: true, key: `${of}/delete` });
}
