import { describe, expect, it } from 'vitest';
import { openCodeHost } from '../../support/code-host/code-host-ground.ts';
import { describeCodeHost } from './code-host-contract.ts';
import { never, newsOf, opened, whyOf } from './contract-parts.ts';

describe('gitea', () => describeCodeHost('gitea'));

describe('what Gitea alone does', () => {
	it.each([
		['an admin', 'acme-admin', 2],
		['nobody who may know, when the owner alone is known', 'smith', 1],
	])('asks who works on it one by one where it is not listed, as %s', async (_, login, told) => {
		await using ground = await openCodeHost('gitea');
		const [repository] = ground.repositories;
		if (!repository) return;
		ground.repositories[0] = { ...repository, people: { ...repository.people, 'acme-admin': 'admin' } };
		const { made } = await opened(ground);
		const [token] = ground.tokens;
		if (token) ground.tokens[0] = { ...token, login };
		for (const by of ['ada', 'acme', 'mallory']) ground.standIn.say(made, { by, text: by });
		ground.standIn.bend(({ url }, response) => {
			if (!url.endsWith('/assignees')) return false;
			response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"no"}');
			return true;
		});
		const { items } = await newsOf(ground);
		expect(items.filter(({ who }) => who !== undefined)).toHaveLength(told);
	});

	it('names the scope that a token lacks', async () => {
		await using ground = await openCodeHost('gitea');
		await opened(ground);
		ground.tokens[0] = { token: 'smiths-token', login: 'smith', may: { scopes: ['write:repository'] } };
		expect(whyOf(await ground.host.news(ground.access(), 1, {}, never))).toContain('required=[read:issue]');
	});

	it('has no GitHub Apps', async () => {
		await using ground = await openCodeHost('gitea');
		const access = ground.access({ key: { kind: 'github-app', app: '1', privateKey: 'k' } });
		expect(whyOf(await ground.host.look(access, never))).toContain('is a GitHub App, which is none of it');
	});
});
