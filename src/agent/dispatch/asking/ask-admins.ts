import { PlaceGoneError } from '../../../base/errors.ts';
import { fenced, plainName, visible } from '../../../base/text/markdown.ts';
import { type AskedPerson, askedId, askedSchema, digestOf } from '../../../chat/asked.ts';
import type { ToldEvent } from '../../../chat/events.ts';
import type { Place } from '../../../chat/place.ts';
import { type Question, questionSchema } from '../../../chat/question.ts';
import type { Person } from '../../../chat/thread.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { showFile } from '../showing/show-file.ts';
import { tellIn } from '../showing/tell-in.ts';
import { knownAdmins } from './known-admins.ts';

type Deps = Pick<DispatchDeps, 'store' | 'sessions' | 'platforms' | 'places' | 'roleOf' | 'namedAdmins' | 'log'>;

/** More are not asked at once; they are the first that the platform and the settings name. */
const mostAsked = 5;
/** Characters of a file that a message has room for. */
const mostInMessage = 2500;
/** How long a platform may take for one of them, ms. */
const limitMs = 30_000;

/**
 * Asks the admins of the place in which a question arose, each once, also over a restart; where there is none to be reached, the thread is
 * told who could be. Who cannot be asked keeps the question from nobody else. Rejects when a platform fails: then the same call may be made
 * again.
 */
export async function askAdmins(question: Question, deps: Deps): Promise<void> {
	const place = question.thread && deps.places.conversationOf(question.thread).place;
	if (place === undefined) return;
	const { reached, failures } = await askEach(await adminsOf(place, deps), question, deps);
	for (const failure of failures) throw failure;
	if (reached === 0) await tellNobody(question, place, deps);
}

async function askEach(admins: readonly Person[], question: Question, deps: Deps) {
	const before = await askedOf(question, deps);
	const failures: unknown[] = [];
	let reached = 0;
	for (const admin of admins) {
		const asked = before.find(({ person }) => deps.places.isSamePerson(person.id, admin.id));
		try {
			if (await askOne(admin, asked, question, deps)) reached += 1;
		} catch (error) {
			deps.log.warn('An admin cannot be asked', { question: question.id, person: admin.id, err: error });
			if (!(error instanceof PlaceGoneError)) failures.push(error);
		}
	}
	return { reached, failures };
}

/** False for somebody who cannot be written to, and for whom what they are to read cannot be shown. */
async function askOne(
	admin: Person,
	before: AskedPerson | undefined,
	question: Question,
	deps: Deps,
): Promise<boolean> {
	const asked = before ?? (await reach(admin, question, deps));
	return asked !== undefined && (await ask(asked, question, deps));
}

/** A question that was closed in another way than by an answer is closed for those who were asked, too. Rejects with why that cannot be shown. */
export async function closeSettled(session: Session, deps: Deps): Promise<void> {
	const { records } = deps.store;
	const open = (await records.list('asked', session.id, askedSchema)).filter(({ closed }) => !closed);
	for (const id of new Set(open.map((asked) => asked.question))) {
		const question = await records.get('question', id, questionSchema);
		if (!question || question.state === 'open') continue;
		const [failure] = await closeAsked(question, becameOf[question.state], deps);
		if (failure !== undefined) throw failure;
	}
}

const becameOf = {
	answered: 'It is decided',
	expired: 'Nobody answered in time',
	withdrawn: 'It is not asked any more',
} as const;

/**
 * Takes a question away from all who were asked it directly, and says why. Answers why that could not be shown: it is tried again when the
 * session rests. Where nothing can be said any more it is not.
 */
export async function closeAsked(question: Question, text: string, deps: Deps): Promise<readonly unknown[]> {
	const failures: unknown[] = [];
	for (const asked of await askedOf(question, deps)) {
		if (asked.closed) continue;
		const key = `${turnOf(asked)}/${question.name}/closed`;
		try {
			await showTo(asked, question, [{ type: 'question-closed', key, question: forAdmin(question, deps), text }], deps);
			await keep({ ...asked, closed: true }, deps);
		} catch (error) {
			deps.log.warn('That a question is closed cannot be shown to an admin', { question: question.id, err: error });
			if (error instanceof PlaceGoneError) await keep({ ...asked, closed: true }, deps);
			else failures.push(error);
		}
	}
	return failures;
}

/** Those who have the right to decide, as the platform and the settings know them. */
async function adminsOf(place: Place, deps: Deps): Promise<readonly Person[]> {
	const admins = (await knownAdmins(place, deps)).filter((person) => deps.roleOf(person, place) === 'admin');
	const isFirst = ({ id }: Person, at: number) =>
		admins.findIndex((one) => deps.places.isSamePerson(one.id, id)) === at;
	return admins.filter(isFirst).slice(0, mostAsked);
}

async function askedOf({ session, id }: Question, { store }: Deps): Promise<readonly AskedPerson[]> {
	return (await store.records.list('asked', session, askedSchema)).filter(({ question }) => question === id);
}

async function reach(person: Person, question: Question, deps: Deps): Promise<AskedPerson | undefined> {
	const place = question.thread && deps.places.conversationOf(question.thread).place;
	if (place === undefined) return undefined;
	const thread = await deps.platforms.reach.directly(person, place, AbortSignal.timeout(limitMs));
	if (!thread) return undefined;
	const { id, name } = person;
	const asked = { question: question.id, session: question.session, thread, person: { id, name } };
	await keep(asked, deps);
	return asked;
}

async function keep(asked: AskedPerson, { store }: Deps): Promise<void> {
	await store.records.put('asked', asked.session, askedId(asked.thread, digestOf(asked.question)), asked);
}

/** Each admin who is asked has rows of their own in the outbox. */
function turnOf({ question, person }: AskedPerson): string {
	return `asked-${digestOf(`${question} ${person.id}`)}`;
}

/** Shows somebody all of what it is about, then the question. False where the platform does not take what is to be read. */
async function ask(asked: AskedPerson, question: Question, deps: Deps): Promise<boolean> {
	const turn = turnOf(asked);
	const { file, session, name } = question;
	const shown: ToldEvent = { type: 'question', key: `${turn}/${name}/question`, question: forAdmin(question, deps) };
	const isShort = file !== undefined && file.text.length <= mostInMessage;
	if (file && !isShort && !(await showFile(file, { session, turn, thread: asked.thread, answers: turn }, deps))) {
		deps.log.warn('An admin cannot be shown what is to be decided', { question: question.id, file: file.name });
		return false;
	}
	const text = isShort
		? `${file.name}, all of it:\n${fenced(visible(file.text.trimEnd()), languageOf(file.name))}`
		: '';
	const words: ToldEvent = { type: 'notice', key: `${turn}/file/notice`, text };
	await showTo(asked, question, isShort ? [words, shown] : [shown], deps);
	return true;
}

function languageOf(name: string): string {
	return name.endsWith('.diff') ? 'diff' : 'python';
}

/** The question as somebody reads it who knows nothing of the thread. */
function forAdmin(question: Question, deps: Pick<Deps, 'places'>): Question {
	return { ...question, text: `${askedBy(question, deps)}\n\n${question.text}` };
}

function askedBy({ askedFor, thread }: Question, { places }: Pick<Deps, 'places'>): string {
	const who = askedFor === undefined ? 'Somebody' : `${plainName(askedFor.name)} (${askedFor.id})`;
	const where = thread && places.conversationOf(thread).place;
	return `${who} asks this in a conversation of ${where ?? 'ours'} that is not for all to read. You are asked as an admin of it.`;
}

async function showTo(
	asked: AskedPerson,
	{ session }: Question,
	events: readonly ToldEvent[],
	deps: Deps,
): Promise<void> {
	const turn = turnOf(asked);
	await tellIn({ session, turn, thread: asked.thread, answers: turn }, events, deps);
}

/** Nobody can be asked: the thread hears who could be. */
async function tellNobody({ id, session, thread }: Question, place: Place, deps: Deps): Promise<void> {
	if (!thread) return;
	const turn = `unasked-${digestOf(id)}`;
	const text = `No admin of ${place} could be reached. Whoever runs Threadsmith can name one who decides: ADMINS=${place}/<their member id>.`;
	const notice: ToldEvent = { type: 'notice', key: `${turn}/1/notice`, text };
	await tellIn({ session, turn, thread, answers: turn }, [notice], deps);
}
