import { askedId, askedSchema, digestOf } from '../../../chat/asked.ts';
import { inboundSchema } from '../../../chat/inbound.ts';
import { questionSchema } from '../../../chat/question.ts';
import type { Person } from '../../../chat/thread.ts';
import type { Records } from '../../../store/records.ts';
import { proposalSchema } from '../../forge/share/proposal.ts';
import { nobody, withoutPerson } from '../../session/past/stubs.ts';
import type { DispatchDeps } from '../deps.ts';
import { lastStopSchema, stopId } from '../stopping/stop-order.ts';

/** Tells whether somebody is who is forgotten. */
export type IsTheirs = (person: Person | undefined) => boolean;

/** Takes a person out of what the store has of a session beside its messages. */
export async function forgetRecords(
	session: string,
	isTheirs: IsTheirs,
	{ store: { records } }: Pick<DispatchDeps, 'store'>,
): Promise<void> {
	await forgetActs(session, isTheirs, records);
	await forgetQuestions(session, isTheirs, records);
}

async function forgetActs(session: string, isTheirs: IsTheirs, records: Records): Promise<void> {
	for (const given of await records.list('feedback', session, inboundSchema))
		if (isTheirs(given.person))
			await records.put('feedback', session, `${session}/${given.key}`, { ...given, person: nobody });
	for (const stop of await records.list('stop', session, lastStopSchema))
		if (stop.of !== undefined && isTheirs({ id: stop.of, name: stop.of }))
			await records.put('stop', session, stopId(stop), { ...stop, of: nobody.id });
	for (const proposal of await records.list('proposal', session, proposalSchema))
		if (isTheirs(proposal.proposedBy))
			await records.put('proposal', session, proposal.id, { ...proposal, proposedBy: nobody });
}

async function forgetQuestions(session: string, isTheirs: IsTheirs, records: Records): Promise<void> {
	for (const asked of await records.list('asked', session, askedSchema)) {
		const id = askedId(asked.thread, digestOf(asked.question));
		if (isTheirs(asked.person)) await records.put('asked', session, id, { ...asked, person: nobody });
	}
	for (const question of await records.list('question', session, questionSchema)) {
		const { question: without } = withoutPerson({ turn: question.turn, type: 'parked', question }, isTheirs);
		if (without !== question) await records.put('question', session, question.id, without);
	}
}
