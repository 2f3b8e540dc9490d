import type { Place } from './place.ts';

/**
 * A platform states the names and the grammar of its ids, so that nobody else has to know them. They stand in the platform's own folder;
 * composition gathers all of them in one table.
 */
export interface PlatformFacts {
	/** Its name in threads. */
	readonly name: string;
	/** The ids of its places, people, sessions and catalogs begin with it, lower case: `<prefix>:T1`, `<prefix>:T1/U2`, `<prefix>-T1-…`. */
	readonly prefix: string;
	/**
	 * Whom a person's id stands for. `host`: whoever has this machine, whose id is their place; `of-a-place`: somebody, in the place that the id
	 * begins with; `everywhere`: somebody has an id in each place, with the same subject in all of them.
	 */
	readonly people: 'host' | 'of-a-place' | 'everywhere';
	readonly rules: RuleGrammar;
	/** Reads the id of a thread. Pure. */
	readonly conversationOf: (id: string) => Conversation;
}

/** Besides who speaks, rights depend on where it is said. */
export type Conversation = ConversationRoom & (Placed | Placeless);

interface ConversationRoom {
	/**
	 * With whom we talk. `host`: with whoever has this machine; `direct`: with one person alone, whose it is whatever their place says;
	 * `shared`: with everybody who is there.
	 */
	readonly kind: 'host' | 'direct' | 'shared';
	/** Who may read in a thread may read in every thread of the same room. Unique on its platform. */
	readonly room: string;
	/** The channel that the thread is in, also where not all who may read in that may read here. Unique on its platform; undefined: in none. */
	readonly channel?: string;
}

interface Placed {
	readonly place: Place;
}

/** Without a place there is no admin, no catalog and no budget. */
export interface Placeless {
	readonly place: undefined;
	/** In sentences: what such a conversation is called, and where there is a place: "a direct conversation", "a thread of a server". */
	readonly words: { readonly called: string; readonly instead: string };
}

/** How rules name those whom they give a role: `<place>/<subject>`. */
export interface RuleGrammar {
	/** All of a place's name. */
	readonly place: RegExp;
	/** A subject is of the first form that fits all of it. */
	readonly forms: readonly RuleForm[];
	/** Rules as people may write them, the plainest first. */
	readonly examples: readonly string[];
}

export interface RuleForm {
	readonly subject: RegExp;
	/**
	 * Whom it gives the role. `person`: one of this subject; `everyone`: all who belong to the place; `trait`: who has it as a trait;
	 * `inner-trait`: who has it, and belongs to the place; `outsiders`: who has it, and it says that they do not belong to the place;
	 * `host`: whoever has this machine, who has every role there anyway.
	 */
	readonly means: 'person' | 'everyone' | 'trait' | 'inner-trait' | 'outsiders' | 'host';
}
