import { z } from 'zod';
import { type Coding, createCoding } from '../../src/agent/coding/coding.ts';
import { type CodingAgent, codingAgent, commonOptions } from '../../src/agent/coding/coding-agent.ts';
import type { Driver } from '../../src/agent/coding/driver.ts';
import type { AgentWork, BroughtBack, CodingDeps } from '../../src/agent/coding/run/coding-deps.ts';
import { silentLogger } from '../../src/base/log.ts';
import type { RunLedger, RunOrder } from '../../src/gateway/gateway.ts';
import { boxName } from '../../src/sandbox/boxes.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/** An agent that is played by a function of the test. */
export const codexRow = codingAgent({
	name: 'codex',
	title: 'Codex',
	options: z.strictObject({
		...commonOptions,
		effort: z.enum(['low', 'high']).optional().describe('how hard it thinks'),
	}),
	dialects: ['responses', 'chat'],
	run: { kind: 'acp', launch: () => ({ argv: [], env: {} }), mode: () => undefined },
});

export const cursorRow = codingAgent({
	name: 'cursor',
	title: 'Cursor',
	options: z.strictObject({}),
	dialects: [],
	run: { kind: 'refused', why: 'Cursor speaks only to its vendor.' },
});

export interface FakeCodingOptions {
	/** Plays every prompt of every agent. */
	readonly prompt: Driver['prompt'];
	/** Default: {@link codexRow}, installed, and {@link cursorRow}. */
	readonly agents?: readonly CodingAgent[];
	/** How agents are started and their files carried; default: all is played. */
	readonly work?: AgentWork;
	/** The box of a run; default: one in which nothing can be done. */
	readonly boxOf?: (run: string) => Promise<Sandbox>;
	/** Default: one in which nothing can be done. */
	readonly sandboxOf?: CodingDeps['sandboxOf'];
	readonly back?: Partial<BroughtBack>;
	readonly limits?: Partial<CodingDeps['limits']>;
	/** What the gateway has counted at each look; default: 100 in and 10 out a look. */
	readonly ledger?: () => Partial<RunLedger>;
}

export interface FakeCoding extends Coding {
	/** All that was done with boxes, keys, drivers and folders, in order. */
	readonly done: string[];
	/** The orders of runs that the gateway was given. */
	readonly orders: RunOrder[];
}

/** Coding agents without boxes and without a gateway. */
export function createFakeCoding(options: FakeCodingOptions): FakeCoding {
	const { prompt, back, limits, ledger, agents = [codexRow, cursorRow], work } = options;
	const boxOf = options.boxOf ?? (async () => fakeBox);
	const done: string[] = [];
	const orders: RunOrder[] = [];
	const boxes = new Set<string>();
	let looks = 0;
	const coding = createCoding(
		agents,
		{
			installed: async () => agents.filter(({ run }) => run.kind !== 'refused'),
			sandboxOf: options.sandboxOf ?? (async () => fakeBox),
			limits: { tokens: 1_000, minutes: 1, diskBytes: 2 ** 26, askMs: 60_000, idleMs: 60_000, ...limits },
			means: async () => ({
				boxes: {
					acquire: async ({ run }) => {
						boxes.add(run);
						done.push(`box ${run}`);
						return await boxOf(run);
					},
					end: async (run) => {
						if (boxes.delete(run)) done.push(`end ${run}`);
					},
					remove: async (run) => {
						boxes.delete(run);
						done.push(`remove ${run}`);
					},
					status: () => [...boxes].map((run) => ({ session: boxName(run), runtime: 'runc', startedAt: 0, usedAt: 0 })),
					[Symbol.asyncDispose]: async () => {},
				},
				gateway: {
					open(order) {
						orders.push(order);
						return {
							key: 'vk-1',
							offers: [{ dialect: 'chat', models: ['small', 'large'] }],
							prompt: () => {
								done.push('key opens');
								return { [Symbol.dispose]: () => void done.push('key shuts') };
							},
							ledger: () => {
								looks += 1;
								const spent = { inputTokens: 100 * looks, outputTokens: 10 * looks, cachedTokens: 0 };
								return { calls: looks, spent, byModel: {}, held: 0, promptMs: 0, stripped: [], ...ledger?.() };
							},
							[Symbol.asyncDispose]: async () => void done.push('key void'),
						};
					},
					serve: () => {
						throw new Error('Nothing is served');
					},
					keys: () => [],
					revoke: () => false,
					[Symbol.asyncDispose]: async () => {},
				},
			}),
			work: work ?? {
				openDriver: async ({ facts, options }) => {
					done.push(`open ${facts.model} ${JSON.stringify(options)}${facts.asking ? ' asking' : ''}`);
					return { prompt, [Symbol.asyncDispose]: async () => void done.push('driver ends') };
				},
				bringIn: async ({ folder }) => {
					done.push(`in "${folder}"`);
					return [];
				},
				bringBack: async ({ folder }) => {
					done.push(`back "${folder}"`);
					return { changes: [], notices: [], diff: '', ...back };
				},
				undo: async ({ name }) => `undone ${name}`,
			},
		},
		silentLogger,
	);
	return { ...coding, done, orders };
}

const fakeBox = { sweep: async () => [] } as unknown as Sandbox;
