import { isSameText, withOwnPart } from '../text/own-part.ts';
import type { Renewed, RenewOrder } from './code-host.ts';
import { HostProblem } from './wire/refusals.ts';

/** A pull request as its code host has it now. All throw `HostProblem`. */
export interface PullText {
	body(): Promise<string>;
	write(body: string): Promise<unknown>;
	/** Of all who comment, since a time in ISO 8601. */
	comments(since: string): Promise<readonly string[]>;
	say(comment: string): Promise<unknown>;
}

/** Hosts' clocks differ from ours, ms. */
const spareMs = 3_600_000;

/** Renews our part of its text, or comments where people have changed that; done again, it finds what is done. Throws `HostProblem`. */
export async function renewPull(pull: PullText, { was, part, comment, since }: RenewOrder): Promise<Renewed> {
	try {
		const body = await pull.body();
		const next = withOwnPart(body, was, part);
		if (next !== undefined) {
			if (next !== body) await pull.write(next);
			return { kind: 'renewed', as: 'text' };
		}
		const from = new Date(since - spareMs).toISOString().replace(/\.\d+Z$/, 'Z');
		const known = await pull.comments(from);
		if (!known.some((one) => isSameText(one, comment))) await pull.say(comment);
		return { kind: 'renewed', as: 'comment' };
	} catch (error) {
		throw asToBeTold(error);
	}
}

/** Rights that are missing come back by nobody's waiting; Gitea says 400 where somebody has changed the text in the same moment. */
function asToBeTold(error: unknown): unknown {
	if (!(error instanceof HostProblem) || error.refusal.againAt !== undefined) return error;
	const { status, refusal } = error;
	if (status === 403) return new HostProblem({ ...refusal, gone: true }, { cause: error, status });
	return status === 400 ? new HostProblem({ kind: 'refused', why: refusal.why }, { cause: error, status }) : error;
}
