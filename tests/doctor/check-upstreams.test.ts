import { expect, it } from 'vitest';
import { checkUpstreams } from '../../src/doctor/check-upstreams.ts';
import { json, startUpstream } from '../gateway/scripted-upstream.ts';

const { signal } = new AbortController();
const listed = json({ data: [{ id: 'm1' }, { id: 'models/g1' }] });

it('says nothing of the Brain’s endpoint, which is looked at as the Brain’s', async () => {
	const chat = { baseUrl: 'http://127.0.0.1:1/v1', models: ['m1'] };
	expect(await checkUpstreams({ upstreams: { chat } }, signal)).toEqual([]);
});

it('finds the models of each upstream in its list', async () => {
	await using upstream = await startUpstream(listed);
	const { url } = upstream;
	const openAi = { baseUrl: `${url}/v1`, apiKey: 'key-1', models: ['m1'] };
	const found = await checkUpstreams(
		{
			upstreams: {
				...{ chat: openAi, responses: openAi },
				messages: { baseUrl: url, models: ['m1', 'm2'] },
				gemini: { baseUrl: url, models: ['g1'] },
			},
		},
		signal,
	);
	expect(found).toEqual([
		{ name: 'models of agents, openai', value: `m1 at ${url}/v1`, met: true },
		{
			name: 'models of agents, anthropic',
			value: `${url} does not list m2`,
			met: false,
			mend: 'Correct GATEWAY_ANTHROPIC_MODELS',
		},
		{ name: 'models of agents, gemini', value: `g1 at ${url}`, met: true },
	]);
	expect(upstream.reached.map((one) => one.url).toSorted()).toEqual([
		'/v1/models',
		'/v1/models',
		'/v1beta/openai/models',
	]);
});

it.each([
	[401, 'does not accept the key (status 401)', false, 'Check GATEWAY_ANTHROPIC_KEY'],
	[404, 'which does not list its models (status 404)', undefined, 'Only a run of an agent can tell'],
	[
		500,
		'cannot be asked for its models (status 500)',
		false,
		'Check that the server is running, and GATEWAY_ANTHROPIC_URL',
	],
])('says of an upstream that answers %i how to mend it', async (status, value, met, mend) => {
	await using upstream = await startUpstream(json({}, status));
	const messages = { baseUrl: upstream.url, apiKey: 'key-1', models: ['m1'] };
	const [found] = await checkUpstreams({ upstreams: { messages } }, signal);
	expect(found).toMatchObject({ value: expect.stringContaining(value), met, mend });
});
