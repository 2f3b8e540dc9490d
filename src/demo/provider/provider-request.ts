import type { Conversation } from './conversation.ts';
import type { DialectName, ProviderCall, ProviderDialect, Refusal } from './dialects/dialect.ts';

/** A request as it came, and what became of it. */
export interface ProviderRequest {
	readonly dialect: DialectName;
	readonly call: ProviderCall;
	/** The body, byte for byte as text. */
	readonly raw: string;
	/** As it was read: model, tools, turns; absent of one that was refused or wants no answer of a model. */
	readonly conversation?: Conversation;
	/** Why it was refused, in the vendor's words. */
	readonly problem?: string;
	/** Resolves when the connection is done with: `aborted` when the client left before the end. */
	readonly ended: Promise<'answered' | 'aborted'>;
}

interface Came {
	readonly dialect: ProviderDialect;
	readonly call: ProviderCall;
	readonly raw: string;
	readonly refusal: Refusal | undefined;
	readonly conversation: Conversation | undefined;
	readonly ended: ProviderRequest['ended'];
}

export function recordOf({ dialect, call, raw, refusal, conversation, ended }: Came): ProviderRequest {
	return {
		dialect: dialect.name,
		call,
		raw,
		...(conversation !== undefined && { conversation }),
		...(refusal !== undefined && { problem: refusal.message }),
		ended,
	};
}

/** Names of the tools of a request that the provider itself would run: ways out that no sandbox closes. */
export function hostedIn({ conversation }: ProviderRequest): readonly string[] {
	return (conversation?.tools ?? []).filter(({ kind }) => kind === 'hosted').map(({ name }) => name);
}
