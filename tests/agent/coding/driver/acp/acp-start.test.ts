import { expect, test } from 'vitest';
import { openAcpDriver } from '../../../../../src/agent/coding/driver/acp/acp-driver.ts';
import { acpLimits } from '../../../../../src/agent/coding/driver/acp/acp-options.ts';
import { waitFor } from '../../../../support/wait-for.ts';
import { acpOptions, noSignal, noticesOf, scriptedDriver, scriptedProcess, told } from '../scripted-agent.ts';

test.for([
	['exit', /^Scribe ended \(exit code 2\)\. It last said: no such model$/],
	['version', /^Scribe speaks version 2 of the Agent Client Protocol/],
	['account', /^Scribe could not start: it asks for an account of its vendor/],
	['mute', /^Scribe could not start: it did not answer as the protocol says\.$/],
] as const)('an agent that starts so cannot be opened: %s', async ([start, sentence]) => {
	await expect(scriptedDriver({}, start)).rejects.toThrow(sentence);
});

test('an agent that is not ready in time cannot be opened', async () => {
	const limits = { ...acpLimits, startMs: 400 };
	await expect(scriptedDriver({ limits }, 'silent')).rejects.toThrow(
		/^Scribe was not ready within (a second|\d seconds)\./,
	);
});

test('an agent that is slow, and heard of meanwhile, is waited for', async () => {
	const limits = { ...acpLimits, startMs: 3_000 };
	await using driver = await scriptedDriver({ limits }, 'slow');
	expect(await told(driver, 'normal')).toMatchObject({ end: { kind: 'done' } });
});

test('an agent that only talks while it starts is not waited for without an end', async () => {
	const limits = { ...acpLimits, startMostMs: 1200 };
	await expect(scriptedDriver({ limits }, 'murmuring')).rejects.toThrow(
		/^Scribe was not ready within (a second|\d seconds)\./,
	);
});

test('a stop while it starts rejects with the reason and ends the process', async () => {
	const process = scriptedProcess('silent');
	const stop = new AbortController();
	const opening = openAcpDriver(process, acpOptions, stop.signal);
	stop.abort(new Error('stopped'));
	await expect(opening).rejects.toThrow('stopped');
	await process.ended;
});

test('a mode that it offers is set, wherever it offers it', async () => {
	for (const [start, mode, said] of [
		['well', 'ask', 'mode ask'],
		['options', 'ask', 'mode = ask'],
	] as const) {
		const process = scriptedProcess(start);
		await using driver = await openAcpDriver(
			process,
			{ ...acpOptions, session: { mode, meta: { own: true } } },
			noSignal,
		);
		await waitFor(() => process.lastWords().includes(said), said);
		expect(noticesOf(await told(driver, 'normal'))).toEqual([]);
	}
});

test('a mode that it does not offer is told with the first prompt alone', async () => {
	await using driver = await scriptedDriver({ session: { mode: 'yolo' } });
	expect(noticesOf(await told(driver, 'normal'))).toEqual(['Scribe did not take the mode "yolo" and works in "auto".']);
	expect(noticesOf(await told(driver, 'normal'))).toEqual([]);
});
