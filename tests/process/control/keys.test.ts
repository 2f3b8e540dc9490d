import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import type { KeyFacts } from '../../../src/gateway/gateway.ts';
import { createControl } from '../../../src/process/control/create-control.ts';
import { listenForControl } from '../../../src/process/control/listen.ts';
import { runKeys } from '../../../src/process/control/run-keys.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openWorkbench } from '../../support/workbench.ts';

const facts: KeyFacts = {
	...{ id: 'a1b2c3d4', run: 'local-1~1', agent: 'codex', since: Date.UTC(2026, 0, 2, 3, 4) },
	...{ state: 'open', calls: 1, tokens: 12_345 },
};

it('keys are listed and revoked by the process that runs', async () => {
	await using dir = await tempDir();
	await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
	const revoked: string[] = [];
	const gateway = { keys: () => [facts], revoke: (id: string) => id === facts.id && revoked.push(id) > 0 };
	const control = createControl({ ...bench, gateway });
	await using _control = await listenForControl({ home: dir.path, control, log: silentLogger });
	const written: string[] = [];
	const options = { home: dir.path, write: (text: string) => void written.push(text) };
	expect(await runKeys({ action: 'list' }, options)).toBe(0);
	expect(await runKeys({ action: 'revoke', id: 'a1b2c3d4' }, options)).toBe(0);
	expect(written).toEqual([
		'a1b2c3d4  2026-01-02 03:04  open     codex in local-1~1: 1 call, 12,345 tokens\n',
		'Revoked a1b2c3d4\n',
	]);
	expect(revoked).toEqual(['a1b2c3d4']);
	await expect(runKeys({ action: 'revoke', id: 'other' }, options)).rejects.toThrow('There is no key "other"');
});

it('keys are none where nothing runs', async () => {
	await using dir = await tempDir();
	const written: string[] = [];
	const options = { home: dir.path, write: (text: string) => void written.push(text) };
	expect(await runKeys({ action: 'list' }, options)).toBe(0);
	expect(written).toEqual(['No agent has a key for models now\n']);
	await expect(runKeys({ action: 'revoke', id: 'x' }, options)).rejects.toThrow('There is no key "x"');
});
