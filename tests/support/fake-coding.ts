import { z } from 'zod';
import { type Coding, createCoding } from '../../src/agent/coding/coding.ts';
import { type CodingAgent, codingAgent, commonOptions } from '../../src/agent/coding/coding-agent.ts';
import type { Driver } from '../../src/agent/coding/driver.ts';
import type { AgentWork, BroughtBack, CodingDeps } from '../../src/agent/coding/run/coding-deps.ts';
import { silentLogger } from '../../src/base/log.ts';
import type { Gateway, RunLedger, RunOrder } from '../../src/gateway/gateway.ts';
import { boxName, DiskLostError } from '../../src/sandbox/boxes.ts';
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

/** One that takes its task on the command line. */
export const aiderRow = codingAgent({
	name: 'aider',
	title: 'Aider',
	options: z.strictObject({}),
	dialects: ['chat'],
	run: { kind: 'one-shot', launch: () => ({ argv: [], env: {} }) },
});

export interface FakeCodingOptions {
	/** Plays every prompt of every agent. */
	readonly prompt: Driver['prompt'];
	/** How agents are started and their files carried; default: all is played. */
	readonly work?: AgentWork;
	/** The box of a run; default: one in which nothing can be done. */
	readonly boxFor?: (run: string) => Promise<Sandbox>;
	/** Default: one in which nothing can be done. */
	readonly sandboxOf?: CodingDeps['sandboxOf'];
	readonly back?: Partial<BroughtBack>;
	readonly limits?: Partial<CodingDeps['limits']>;
	/** Called before each thing that is done with boxes, keys, drivers and folders; where it rejects, that fails. */
	readonly before?: (what: string) => Promise<void> | void;
	/** The disks of boxes, by run: what was copied into them. A later process may be given those of an earlier one. */
	readonly disks?: Map<string, string[]>;
	/** What an agent is of; default: one of the two that there are. */
	readonly agents?: readonly CodingAgent[];
	/** Those of them that the image has, by name; default: all that run. */
	readonly installed?: readonly string[];
	readonly broken?: Driver['broken'];
	/** What the gateway has counted at each look; default: 100 in and 10 out a look. */
	readonly ledger?: () => Partial<RunLedger>;
}

export interface FakeCoding extends Coding {
	/** All that was done with boxes, keys, drivers and folders, in order. */
	readonly done: string[];
	/** The orders of runs that the gateway was given. */
	readonly orders: RunOrder[];
	/** All boxes end, as they do by themselves. */
	loseBoxes(): void;
}

/** Coding agents without boxes and without a gateway. */
export function createFakeCoding(options: FakeCodingOptions): FakeCoding {
	const { prompt, back, limits, before, broken, disks = new Map<string, string[]>() } = options;
	const { agents = [codexRow, cursorRow] } = options;
	const done: string[] = [];
	const orders: RunOrder[] = [];
	const boxes = new Map<Sandbox, string>();
	const does = async (what: string) => {
		await before?.(what);
		done.push(what);
	};
	const boxOf = (run: string) => [...boxes].find(([, one]) => one === run)?.[0];
	const endBox = async (run: string, what: string) => {
		const box = boxOf(run);
		if (box === undefined && what === 'end') return;
		if (box === undefined && !disks.has(run)) return;
		await does(`${what} ${run}`);
		if (box) boxes.delete(box);
	};
	const coding = createCoding(
		agents,
		{
			installed: async () =>
				agents.filter(({ name, run }) => run.kind !== 'refused' && (options.installed?.includes(name) ?? true)),
			sandboxOf: options.sandboxOf ?? (async () => newBox()),
			limits: { tokens: 1_000, minutes: 1, diskBytes: 2 ** 26, askMs: 60_000, idleMs: 60_000, ...limits },
			means: async () => ({
				boxes: {
					acquire: async ({ run, disk, inputs }) => {
						const names = await Array.fromAsync(inputs.entries(), ({ name }) => name);
						const named = names.length === 0 ? '' : ` with ${names.join(', ')}`;
						const running = boxOf(run);
						if (running) {
							await does(`box again ${run}${named}`);
							return running;
						}
						if (disk === 'kept' && !disks.has(run)) throw new DiskLostError('It is gone');
						await does(`box ${run}${named}`);
						const box = (await options.boxFor?.(run)) ?? newBox();
						boxes.set(box, run);
						disks.set(run, disks.get(run) ?? []);
						return box;
					},
					end: (run) => endBox(run, 'end'),
					remove: async (run) => {
						await endBox(run, 'remove');
						disks.delete(run);
					},
					status: () =>
						[...boxes.values()].map((run) => ({ session: boxName(run), runtime: 'runc', startedAt: 0, usedAt: 0 })),
					[Symbol.asyncDispose]: async () => {},
				},
				gateway: fakeGateway({ ...options, done, orders }),
			}),
			work: options.work ?? {
				openDriver: async ({ facts, options: given }) => {
					await does(`open ${facts.model} ${JSON.stringify(given)}${facts.asking ? ' asking' : ''}`);
					return {
						prompt,
						...(broken && { broken }),
						[Symbol.asyncDispose]: async () => void done.push('driver ends'),
					};
				},
				bringIn: async ({ folder, box, spare }) => {
					const disk = disks.get(boxes.get(box) ?? '');
					if (disk === undefined) throw new Error('There is no such disk');
					if (disk.length > 0) throw new Error(`It is not empty: ${disk.join(', ')}`);
					disk.push('half of it');
					await does(`in "${folder}"${spare.length > 0 ? ` beside ${spare.join(', ')}` : ''}`);
					disk.splice(0, disk.length, 'all of it');
					return [];
				},
				isEmptied: async ({ box }) => disks.get(boxes.get(box) ?? '')?.length === 0,
				bringBack: async ({ folder }) => {
					await does(`back "${folder}"`);
					return { changes: [], notices: [], diff: '', ...back };
				},
				undo: async ({ name }) => `undone ${name}`,
			},
		},
		silentLogger,
	);
	return { ...coding, done, orders, loseBoxes: () => boxes.clear() };
}

interface FakeGateway extends Pick<FakeCodingOptions, 'ledger'>, Pick<FakeCoding, 'done' | 'orders'> {}

function fakeGateway({ ledger, done, orders }: FakeGateway): Gateway {
	let looks = 0;
	const keyed = new Set<string>();
	return {
		open(order) {
			if (keyed.has(order.run)) throw new Error(`Run "${order.run}" has a key`);
			keyed.add(order.run);
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
				[Symbol.asyncDispose]: async () => {
					keyed.delete(order.run);
					done.push('key void');
				},
			};
		},
		serve: () => {
			throw new Error('Nothing is served');
		},
		keys: () => [],
		revoke: () => false,
		[Symbol.asyncDispose]: async () => {},
	};
}

function newBox(): Sandbox {
	return { sweep: async () => [] } as unknown as Sandbox;
}
