import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { codingAgent, type LaunchFacts, type Runs } from '../../../src/agent/coding/coding-agent.ts';
import { type DriverOrder, openDriver } from '../../../src/agent/coding/open-driver.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { ProcessOrder } from '../../../src/sandbox/opened-process.ts';
import { openLocalProcess } from '../../support/local-process.ts';
import { noSignal, noticesOf, textOf, told } from './driver/scripted-agent.ts';

const program = fileURLToPath(new URL('../../support/acp-agent-program.ts', import.meta.url));
const facts: LaunchFacts = { key: 'vk-1', model: 'm', baseUrl: 'http://127.0.0.1:18080', asking: true };
const watch = { verdict: () => undefined, promptMs: 60_000, logger: silentLogger };

function order(run: Runs<object>, opened: ProcessOrder[] = []): DriverOrder {
	const agent = codingAgent({ name: 'scribe', title: 'Scribe', options: z.object({}), dialects: ['chat'], run });
	const box: DriverOrder['box'] = {
		open(process) {
			opened.push(process);
			return Promise.resolve(openLocalProcess(process.argv));
		},
	};
	return { agent, facts, options: {}, box, watch };
}

test('an agent that speaks the protocol is one process, in the mode of its row', async () => {
	const opened: ProcessOrder[] = [];
	const launch = ({ key }: LaunchFacts) => ({ argv: [process.execPath, program, 'well'], env: { KEY: key } });
	const mode = (asking: boolean) => (asking ? 'careful' : undefined);
	await using driver = await openDriver(order({ kind: 'acp', launch, mode }, opened), noSignal);
	const first = await told(driver, 'normal');
	await told(driver, 'normal');
	expect(opened).toMatchObject([{ cwd: '/workspace', env: { KEY: 'vk-1' } }]);
	expect(noticesOf(first)).toEqual(['Scribe did not take the mode "careful" and works in "auto".']);
});

test('one that takes its task on the command line is a process a prompt', async () => {
	const opened: ProcessOrder[] = [];
	const launch = ({ prompt }: { readonly prompt: string }) => ({ argv: ['echo', prompt], env: {} });
	await using driver = await openDriver(order({ kind: 'one-shot', launch }, opened), noSignal);
	expect(textOf(await told(driver, 'first'))).toBe('first\n');
	expect(textOf(await told(driver, 'second'))).toBe('second\n');
	expect(opened).toHaveLength(2);
});

test('one that is refused says why', async () => {
	await expect(openDriver(order({ kind: 'refused', why: 'It speaks to nobody.' }), noSignal)).rejects.toThrow(
		'It speaks to nobody.',
	);
});
