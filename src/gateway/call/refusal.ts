/** Why a call is not answered as it was asked. `message` is one sentence for the agent and for people: no address, no key. */
export class Refusal extends Error {
	override readonly name = 'Refusal';
	/** Of the answer, from 400 on. */
	readonly status: number;
	readonly more: RefusalMore;

	constructor(status: number, sentence: string, more: RefusalMore & ErrorOptions = {}) {
		super(sentence, more);
		this.status = status;
		this.more = more;
	}
}

export interface RefusalMore {
	/** When it makes sense to ask again, as `retry-after` says it. */
	readonly retryAfter?: string | undefined;
	/** For the operator's log. */
	readonly operator?: string;
	/** The upstream's own words, which tell agents what to do, in place of ours: JSON. */
	readonly words?: string;
	/** People are to hear of it, as it will not pass by itself, or not soon. */
	readonly tell?: boolean;
	/** The prompt of the call is over: what became of it says nothing of the next one. */
	readonly isOver?: boolean;
}
