import { fileURLToPath } from 'node:url';
import { openAcpDriver } from '../../../../src/agent/coding/driver/acp/acp-driver.ts';
import { type AcpOptions, acpLimits } from '../../../../src/agent/coding/driver/acp/acp-options.ts';
import type { Driver, PromptEnd, PromptWatch } from '../../../../src/agent/coding/driver.ts';
import type { PermissionAnswer, PermissionAsk } from '../../../../src/agent/coding/permission.ts';
import type { AgentUpdate, ToolCard } from '../../../../src/agent/coding/update.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import type { SandboxProcess } from '../../../../src/sandbox/opened-process.ts';
import { openLocalProcess } from '../../../support/local-process.ts';

const program = fileURLToPath(new URL('../../../support/acp-agent-program.ts', import.meta.url));

/** The scripted agent as a process; `start`: how it starts. */
export function scriptedProcess(start = 'well'): SandboxProcess {
	return openLocalProcess([process.execPath, program, start]);
}

export const acpOptions: AcpOptions = {
	title: 'Scribe',
	session: {},
	limits: acpLimits,
	promptMs: 60 * 60_000,
	verdict: () => undefined,
	logger: silentLogger,
};

export const noSignal = new AbortController().signal;

/** A driver of the scripted agent. */
export function scriptedDriver(options: Partial<AcpOptions> = {}, start?: string): Promise<Driver> {
	return openAcpDriver(scriptedProcess(start), { ...acpOptions, ...options }, noSignal);
}

/** What came of a prompt. */
export interface Told {
	readonly end: PromptEnd;
	readonly updates: readonly AgentUpdate[];
	readonly asks: readonly PermissionAsk[];
}

/** Runs a prompt and keeps all that is told of it. */
export async function told(
	driver: Driver,
	text: string,
	answer: PermissionAnswer = { kind: 'cancelled' },
	watch: Partial<PromptWatch> = {},
): Promise<Told> {
	const updates: AgentUpdate[] = [];
	const asks: PermissionAsk[] = [];
	const end = await driver.prompt(text, {
		signal: noSignal,
		onUpdate: (update) => void updates.push(update),
		onPermission(ask) {
			asks.push(ask);
			return Promise.resolve(answer);
		},
		...watch,
	});
	return { end, updates, asks };
}

export function textOf({ updates }: Pick<Told, 'updates'>): string {
	return updates.map((update) => (update.kind === 'text' ? update.text : '')).join('');
}

export function noticesOf({ updates }: Pick<Told, 'updates'>): string[] {
	return updates.flatMap((update) => (update.kind === 'notice' ? [update.text] : []));
}

/** The cards as they were at last. */
export function cardsOf({ updates }: Pick<Told, 'updates'>): readonly ToolCard[] {
	const cards = new Map<string, ToolCard>();
	for (const update of updates) if (update.kind === 'tool') cards.set(update.card.id, update.card);
	return [...cards.values()];
}
