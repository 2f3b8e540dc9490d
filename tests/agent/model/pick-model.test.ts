import { expect, it } from 'vitest';
import { pickModel } from '../../../src/agent/model/pick-model.ts';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';
import { startWireServer, type WireAnswer } from '../../support/wire-server.ts';

const never = new AbortController().signal;
const setting = 'BRAIN_MODEL';

it('the only model of an endpoint is picked', async () => {
	await using server = await startModelServer({ qwen3: [] }, { apiKey: 'sk-test' });
	expect(await pickModel({ baseUrl: server.url, apiKey: 'sk-test', setting }, never)).toBe('qwen3');
});

it('of several a person must name one', async () => {
	await using server = await startModelServer({ qwen3: [], gemma3: [] });
	await expect(pickModel({ baseUrl: server.url, setting }, never)).rejects.toMatchObject({
		name: 'ProblemError',
		message: `BRAIN_MODEL is not set, and the model endpoint at ${server.url} has 2 models`,
		mend: 'Set BRAIN_MODEL to one of: qwen3, gemma3',
	});
});

it.each<readonly [what: string, answer: WireAnswer, reason: string]>([
	['a refusal', { status: 401, chunks: ['{}'] }, 'status 401'],
	['a web page', { chunks: ['<html>'] }, 'the answer is not JSON'],
	['other JSON', { chunks: ['{"models":[]}'] }, 'the answer is not a list of models'],
	['a break', { close: 'destroy' }, 'UND_ERR_SOCKET'],
])('%s is a problem with a mend', async (_, answer, reason) => {
	await using server = await startWireServer([answer]);
	await expect(pickModel({ baseUrl: server.url, setting }, never)).rejects.toMatchObject({
		name: 'ProblemError',
		message: `Cannot ask the model endpoint at ${server.url} for its models: ${reason}`,
		mend: 'Mend that, or set BRAIN_MODEL',
	});
});

it('an endpoint without a model is a problem', async () => {
	await using server = await startModelServer({});
	await expect(pickModel({ baseUrl: server.url, setting }, never)).rejects.toMatchObject({ mend: 'Set BRAIN_MODEL' });
});

it('credentials of the address are not shown', async () => {
	const picked = pickModel({ baseUrl: 'http://me:hunter2@127.0.0.1:9/v1', setting }, never);
	await expect(picked).rejects.toMatchObject({ message: expect.not.stringContaining('hunter2') });
});

it('an abort rejects with its reason', async () => {
	const reason = new Error('stopped');
	await expect(pickModel({ baseUrl: 'http://127.0.0.1:9/v1', setting }, AbortSignal.abort(reason))).rejects.toBe(
		reason,
	);
});
