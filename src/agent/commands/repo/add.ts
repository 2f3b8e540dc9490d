import { randomBytes } from 'node:crypto';
import { raceAbort } from '../../../base/race-abort.ts';
import type { Place } from '../../../chat/place.ts';
import type { Conversation } from '../../../chat/platform.ts';
import type { RepositoryFacts } from '../../../git/code-host/code-host.ts';
import type { Fetched, NotDone } from '../../../git/git.ts';
import {
	type Access,
	type Credential,
	type Repository,
	type RepositoryAddress,
	repositorySchema,
} from '../../../git/repository.ts';
import { type Action, action, type CommandScene } from '../command.ts';
import { formerOf, nameFor } from './of-address.ts';
import { addHint, openedText } from './opened-text.ts';
import type { RepoCommandDeps } from './repo-deps.ts';
import { addressText, code } from './repo-text.ts';

/** `/repo add`: looks whether the repository can be had, and opens it. */
export function addAction(deps: RepoCommandDeps): Action {
	return action({
		name: 'add',
		help: 'Open a repository here, or look at one anew',
		arguments: [
			{ kind: 'word', name: 'address', help: 'https://github.com/acme/app, or ssh://git@host/acme/app' },
			{
				kind: 'flag',
				name: 'credential',
				help: 'the id of a credential (default: one for it)',
				optional: true,
				takes: { kind: 'word', form: /^c-[0-9a-f]{12}$/ },
			},
			{
				kind: 'flag',
				name: 'kind',
				help: 'the code host (default: found out)',
				optional: true,
				takes: { kind: 'choice', choices: ['github', 'gitea', 'none'] },
			},
			{
				kind: 'flag',
				name: 'channel',
				help: 'this channel, or all of the place',
				optional: true,
				takes: { kind: 'choice', choices: ['here', 'all'] },
			},
		],
		again: true,
		long: true,
		right: 'admin',
		when: 'in-order',
		run: async (values, scene) => {
			const asked = askedBy(values, scene, deps);
			if (typeof asked === 'string') return asked;
			// Two at once would make two mirrors of it.
			const added = deps.inOrder(`${asked.place} ${addressText(asked.address)}`, async () => {
				scene.signal.throwIfAborted();
				const wanted = await wantedBy(asked, scene, deps);
				return typeof wanted === 'string' ? wanted : await open(wanted, scene, deps);
			});
			return await raceAbort(added, scene.signal);
		},
	});
}

interface Given {
	readonly address: string | number;
	readonly credential: string | number | undefined;
	readonly kind: string | number | undefined;
	readonly channel: string | number | undefined;
}

interface Wanted {
	readonly repository: Repository;
	readonly credential: Credential | undefined;
	/** There already, at this address. */
	readonly former: Repository | undefined;
	/** Somebody said it, or it was found out before. */
	readonly isKindGiven: boolean;
}

/** A repository that is asked for, and where. */
interface Asked extends Omit<Given, 'address'> {
	readonly conversation: Conversation;
	readonly place: Place;
	readonly address: RepositoryAddress;
}

function askedBy(given: Given, { thread }: CommandScene, deps: RepoCommandDeps): Asked | string {
	const conversation = deps.places.conversationOf(thread);
	const { place } = conversation;
	if (place === undefined) return 'This conversation belongs to no place, and repositories are opened in places.';
	const address = addressIn(given, deps);
	return typeof address === 'string' ? address : { ...given, conversation, place, address };
}

async function wantedBy(asked: Asked, scene: CommandScene, deps: RepoCommandDeps): Promise<Wanted | string> {
	const { conversation, place, address } = asked;
	const known = await deps.repositories.list(place);
	const former = formerOf(address, known);
	const channels = channelsOf(asked.channel, conversation, former);
	if (channels === undefined)
		return `Nobody else is here: open it in a channel, or in all of the place by \`${scene.spell('repo add --channel=all <address>')}\``;
	const id = textOf(asked.credential);
	const credential = await deps.repositories.credentials.for(place, address, id);
	if (id !== undefined && !credential) return noCredential(id, place, address);
	const kind = asked.kind ?? knownKind(former);
	const repository = repositorySchema.parse({
		...{ id: former?.id ?? newId(), name: former?.name ?? nameFor(address, known), wishes: former?.wishes ?? {} },
		...{ place, address, channels, codeHost: kind ?? guessed(address, credential) },
		...(credential && { credential: credential.id }),
	});
	return { repository, credential, former, isKindGiven: kind !== undefined };
}

function addressIn({ address: text, kind = 'none' }: Given, deps: RepoCommandDeps): RepositoryAddress | string {
	const address = deps.readAddress(String(text));
	if ('kind' in address) return address.why;
	if (address.scheme === 'https' || kind === 'none') return address;
	return 'Over ssh there is no key for the API of its host: give its https address, or leave `--kind` out.';
}

function textOf(value: string | number | undefined): string | undefined {
	return value === undefined ? undefined : String(value);
}

/** Undefined: there is no channel here that it could be opened in. Pure. */
function channelsOf(
	wanted: Given['channel'],
	{ kind, channel }: Conversation,
	former: Repository | undefined,
): readonly string[] | undefined {
	if (wanted === 'all' || kind === 'host') return ['*'];
	if (channel === undefined) return wanted === undefined ? former?.channels : undefined;
	if (wanted === undefined && former?.channels.includes('*')) return ['*'];
	return [...new Set([...(former?.channels ?? []).filter((one) => one !== '*'), channel])];
}

function noCredential(id: string, place: string, address: RepositoryAddress): string {
	return `There is no credential ${id} for ${addressText(address)} here. The operator adds one: ${addHint(place, address)}`;
}

function newId(): string {
	return `r-${randomBytes(6).toString('hex')}`;
}

/** A host that was not understood is looked at anew. Pure. */
function knownKind(former: Repository | undefined): Repository['codeHost'] | undefined {
	return former?.codeHost === 'none' ? undefined : former?.codeHost;
}

/** Of the vendor's own host, and of one whose credential tells; elsewhere Gitea's API is tried. Pure. */
function guessed({ scheme, host }: RepositoryAddress, credential: Credential | undefined): Repository['codeHost'] {
	if (scheme === 'ssh') return 'none';
	const isGitHub = host === 'github.com' || host.endsWith('.ghe.com') || credential?.key.kind === 'github-app';
	return isGitHub ? 'github' : 'gitea';
}

async function open(wanted: Wanted, scene: CommandScene, deps: RepoCommandDeps): Promise<string> {
	const { former } = wanted;
	const looked = await look(wanted, deps, scene.signal);
	if (typeof looked === 'string') return notOpened(looked);
	const { repository, facts, remark } = looked;
	const fetched = await fetchFirst(repository, wanted, scene, deps);
	if (fetched.kind === 'refused') return notOpened([fetched.why, facts && remark].filter(Boolean).join(' '));
	const put = await putNow(repository, former, deps);
	if (put === undefined) {
		await deps.git.drop(repository);
		return notOpened('it was closed here meanwhile.');
	}
	const { channel } = deps.places.conversationOf(scene.thread);
	return openedText({ repository: put, channel, isAnew: former !== undefined, fetched, facts, remark }, scene.spell);
}

/** Puts it beside what is opened by now: another may have taken its name, what is wished of it may have changed, and what was closed stays so. */
async function putNow(
	repository: Repository,
	before: Repository | undefined,
	{ repositories, inOrder }: RepoCommandDeps,
): Promise<Repository | undefined> {
	const { place, address } = repository;
	return await inOrder(place, async () => {
		const known = await repositories.list(place);
		const former = formerOf(address, known);
		if (before && former?.id !== before.id) return undefined;
		const name = former?.name ?? nameFor(address, known);
		const now = { ...repository, name, wishes: former?.wishes ?? repository.wishes };
		await repositories.put(now);
		return now;
	});
}

/** Nobody would ever ask for the mirror of one that is not opened: nothing of it stays. */
async function fetchFirst(
	repository: Repository,
	{ credential, former }: Wanted,
	{ signal }: CommandScene,
	{ git }: RepoCommandDeps,
): Promise<Fetched | NotDone> {
	let fetched: Fetched | NotDone | undefined;
	try {
		fetched = await git.fetch(accessOf(repository, credential), undefined, { signal });
		return fetched;
	} finally {
		if (fetched?.kind !== 'fetched' && !former) await git.drop(repository).catch(() => undefined);
	}
}

function notOpened(why: string): string {
	return `Nothing was opened: ${why}`;
}

function accessOf(repository: Repository, credential: Credential | undefined): Access {
	return { repository, ...(credential && { credential }) };
}

interface Looked {
	readonly repository: Repository;
	readonly facts: RepositoryFacts | undefined;
	readonly remark: string | undefined;
}

/** Asks the code host, where there is a credential to be asked with; a host that was only guessed may have no such API. */
async function look(
	{ repository, credential, isKindGiven }: Wanted,
	deps: RepoCommandDeps,
	signal: AbortSignal,
): Promise<Looked | string> {
	const nothing = { repository, facts: undefined, remark: undefined };
	if (!credential || repository.codeHost === 'none') return nothing;
	const facts = await deps.codeHost.look(accessOf(repository, credential), signal);
	if (facts.kind === 'facts') return { repository, facts, remark: renamed(facts, repository) };
	if (isKindGiven || repository.codeHost === 'github') return facts.why;
	const remark = `Pull requests are opened by hand, as its host was not understood (${facts.why}); \`--kind\` says what it is.`;
	return { ...nothing, repository: { ...repository, codeHost: 'none' }, remark };
}

function renamed(facts: RepositoryFacts, { address }: Repository): string | undefined {
	const isSame = facts.path.toLowerCase() === address.path.toLowerCase();
	return isSame ? undefined : `Its host calls it ${code(facts.path)} now: open it under that name.`;
}
