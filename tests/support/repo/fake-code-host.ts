import type {
	CodeHost,
	HostRefusal,
	NewsMark,
	PullRequest,
	PullRequestNews,
	PullRequestOrder,
	Renewed,
	RenewOrder,
} from '../../../src/git/code-host/code-host.ts';
import { type PullText, renewPull } from '../../../src/git/code-host/renew.ts';
import { HostProblem, settled } from '../../../src/git/code-host/wire/refusals.ts';
import { type FakeWorld, type Mishap, noMishap, withMishap } from './fake-world.ts';

export interface FakeCodeHostOptions {
	readonly world: FakeWorld;
	readonly mishap?: Mishap;
	/** Beside the sentence of a mishap. */
	readonly refusal?: Pick<HostRefusal, 'againAt' | 'gone'>;
	readonly onChange?: () => void;
}

/** The code host of a world. It refuses what real ones refuse. */
export function createFakeCodeHost({
	world,
	mishap = noMishap,
	refusal = {},
	onChange = () => {},
}: FakeCodeHostOptions): CodeHost {
	const refusedBy = <T extends { readonly kind: string }>(came: T): T | HostRefusal =>
		came.kind === 'refused' ? ({ ...came, ...refusal } as unknown as HostRefusal) : came;
	const refused = (why: string): HostRefusal => ({ kind: 'refused', why });

	function openNow(order: PullRequestOrder): PullRequest | HostRefusal {
		const { head, base } = order;
		const at = head.includes(':')
			? Object.keys(world.branches).find((name) => name.endsWith(`:${head.split(':')[1]}`))
			: head;
		if (at === undefined || world.branches[at] === undefined) return refused(`There is no branch ${head}`);
		if (world.branches[base] === undefined) return refused(`There is no branch ${base}`);
		const there = world.pulls.find((pull) => pull.head === head && pull.state === 'open');
		const number = there?.number ?? world.pulls.length + 1;
		if (!there) {
			world.pulls.push({ ...order, number, state: 'open', items: [], comments: [] });
			world.arrived.push(`open #${number} ${head}`);
			onChange();
		}
		return { kind: 'open', number, url: `https://git.example.org/acme/app/pull/${number}` };
	}

	function newsNow(number: number, { commentsUntil = '0' }: NewsMark): PullRequestNews | HostRefusal {
		const pull = world.pulls.find((one) => one.number === number);
		if (!pull) return { kind: 'news', state: 'gone', mark: { state: 'gone' }, items: [] };
		const { state, items } = pull;
		const mark = { commentsUntil: String(items.length), state };
		return { kind: 'news', state, mark, items: items.slice(Number(commentsUntil)) };
	}

	/** What it is asked for has a mishap each, as each is a request of its own. */
	async function renewNow(order: RenewOrder): Promise<Renewed | HostRefusal> {
		const pull = world.pulls.find((one) => one.number === order.number);
		if (!pull) return { ...refused('It is not there'), gone: true };
		const change = (what: string, done: () => void) => {
			done();
			world.arrived.push(`${what} #${pull.number}`);
			onChange();
			const why = mishap('renew', 'after');
			if (why !== undefined) throw new HostProblem(refused(why));
		};
		const text: PullText = {
			body: async () => pull.body,
			comments: async () => pull.comments,
			write: async (body) =>
				change('renew', () => {
					pull.body = body;
				}),
			say: async (comment) => change('comment', () => void pull.comments.push(comment)),
		};
		const before = mishap('renew', 'before');
		return before === undefined ? await settled(renewPull(text, order), new AbortController().signal) : refused(before);
	}

	return {
		async look({ repository }, signal) {
			signal.throwIfAborted();
			const { isArchived = false, mayPush = true } = world;
			return refusedBy(
				withMishap(mishap, 'look', () => ({
					kind: 'facts' as const,
					path: repository.address.path,
					defaultBranch: 'main',
					mayPush,
					isArchived,
					protectedBranches: ['main'],
				})),
			);
		},
		async fork(_access, signal) {
			signal.throwIfAborted();
			return refusedBy(withMishap(mishap, 'fork', () => ({ kind: 'forked' as const, path: 'smith/app' })));
		},
		async open(_access, order, signal) {
			signal.throwIfAborted();
			return refusedBy(withMishap(mishap, 'open', () => openNow(order)));
		},
		async news(_access, number, since, signal) {
			signal.throwIfAborted();
			return refusedBy(withMishap(mishap, 'news', () => newsNow(number, since)));
		},
		async renew(_access, order, signal) {
			signal.throwIfAborted();
			return refusedBy(await renewNow(order));
		},
	};
}
