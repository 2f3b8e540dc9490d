import { describe, expect, it } from 'vitest';
import type { Adapter } from '../src/adapters/adapter.ts';
import { PlatformAwayError } from '../src/base/errors.ts';
import { nothingEarlier } from '../src/chat/past.ts';
import type { Thread } from '../src/chat/thread.ts';
import { routeByPlatform } from '../src/route-by-platform.ts';

function recorder(platform: Thread['platform'], calls: string[]): Adapter {
	return {
		platform,
		start: async () => {},
		intake: {
			files: {
				named: async (file) => ({ ...file, name: `${platform} ${file.name}` }),
				async *fetch({ name }) {
					yield Buffer.from(`${platform} ${name}`);
				},
			},
			reread: async () => ({ state: 'gone' }),
			find: async () => undefined,
			past: {
				earlier: async (_thread, before = '') => {
					const first = [{ name: platform, at: '', text: before, files: [] }];
					return { ...nothingEarlier, first };
				},
				page: async (_thread, after) => ({ messages: [], next: `${platform} ${after}`, total: undefined }),
			},
			reach: {
				probe: async ({ id }) => void calls.push(`probe ${platform} ${id}`),
				admins: async (place) => [{ id: `${place}/owner`, name: platform }],
				directly: async (person) => ({ platform, id: person.name }),
				linkTo: async ({ id }) => `https://${platform}/${id}`,
			},
		},
		show: async ({ id }) => void calls.push(`${platform} ${id}`),
		tell: async ({ id }) => void calls.push(`told ${platform} ${id}`),
		async [Symbol.asyncDispose]() {},
	};
}

async function* nothing() {}

describe('routeByPlatform()', () => {
	const { signal } = new AbortController();
	const slack: Thread = { platform: 'slack', id: 'T1-C1-1.1' };

	it('hands each thread to its own platform', async () => {
		const calls: string[] = [];
		const router = routeByPlatform([recorder('terminal', calls), recorder('slack', calls)]);
		await router.show({ platform: 'terminal', id: 'a' }, nothing(), []);
		await router.show(slack, nothing(), []);
		await router.tell(slack, { session: 's', turn: 't', answers: 'k', events: [] }, []);
		await router.reach.probe(slack, signal);
		expect(await router.reach.linkTo(slack, signal)).toBe(`https://slack/${slack.id}`);
		expect(calls).toEqual(['terminal a', 'slack T1-C1-1.1', 'told slack T1-C1-1.1', 'probe slack T1-C1-1.1']);
		const bytes = await Array.fromAsync(router.intake.fetchFile(slack, { name: 'x', source: 'x' }, signal));
		expect(String(bytes[0])).toBe('slack x');
		expect(await router.intake.nameFile(slack, { name: 'x', source: 'x' }, signal)).toMatchObject({ name: 'slack x' });
		expect(await router.intake.past.earlier(slack, 'k', signal)).toMatchObject({
			first: [{ name: 'slack', text: 'k' }],
		});
		expect(await router.intake.past.page(slack, '7', signal)).toMatchObject({ next: 'slack 7' });
	});

	it('refuses a thread of a platform that is not connected, by its name', async () => {
		const router = routeByPlatform([recorder('terminal', [])]);
		await expect(router.show(slack, nothing(), [])).rejects.toThrow('Platform "slack" is not connected now');
		await expect(router.intake.past.earlier(slack, 'k', signal)).rejects.toThrow('slack');
	});

	it('has one that could not be started yet be away', async () => {
		const calls: string[] = [];
		const whyAway = (platform: string) => (platform === 'slack' ? 'Slack does not answer' : undefined);
		const router = routeByPlatform([recorder('terminal', calls), recorder('slack', calls)], whyAway);
		const away = new PlatformAwayError('slack', 'Slack does not answer');
		await expect(router.show(slack, nothing(), [])).rejects.toThrow(away);
		await expect(router.reach.probe(slack, signal)).rejects.toThrow(away);
		await router.show({ platform: 'terminal', id: 'a' }, nothing(), []);
		expect(calls).toEqual(['terminal a']);
	});
});
