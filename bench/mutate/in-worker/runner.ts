import { setTimeout as delay } from 'node:timers/promises';
import { type RunnerTestCase, type SerializedConfig, TestRunner } from 'vitest';
import { beginChoosing, withChosen } from './chosen.ts';
import { type Happened, readPlan, tell } from './plan.ts';

/** A test that takes longer is not run again for each mutant, ms. */
const slowMs = 2000;
/** A mutant's run may take so much longer than the test itself. */
const times = 6;
const moreMs = 2000;
/** Tests wait for a condition no longer than this in the copy, ms. */
const waitsMs = 3500;
/** Mutants that are tried at the same time: many of them wait. */
const atOnce = 4;

/** Runs each test as it is, and then once for each mutant that it came by and that no test has noticed. */
// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default class MutatingRunner extends TestRunner {
	readonly #plan = readPlan();
	readonly #alive = new Set(this.#plan.alive);
	readonly #spent = new Map<number, number>();
	#file = '';
	#isSick = false;

	constructor(config: SerializedConfig) {
		super(config);
		beginChoosing();
	}

	async runTask(test: RunnerTestCase): Promise<void> {
		if (this.#isOver()) return;
		this.#begin(test.file.name);
		const start = performance.now();
		const run = TestRunner.getTestFn(test);
		try {
			const hit = await withChosen(undefined, run, () => this.#endSick());
			const ms = performance.now() - start;
			tell(this.#plan, { type: 'hit', file: this.#file, ids: [...hit] });
			if (ms <= slowMs) await this.#tryAll(hit, `${this.#file}: ${test.name}`, run, ms);
		} catch (error) {
			tell(this.#plan, { type: 'red', file: this.#file, why: `${test.name}: ${String(error)}` });
		}
	}

	#begin(file: string): void {
		if (file === this.#file) return;
		this.#file = file;
		tell(this.#plan, { type: 'file', file });
	}

	async #tryAll(hit: ReadonlySet<number>, by: string, run: () => unknown, ms: number): Promise<void> {
		const waiting = [...hit].filter((id) => this.#isWorthTrying(id));
		const next = async (): Promise<void> => {
			for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await this.#tryOne(id, by, run, ms);
		};
		await Promise.all(Array.from({ length: atOnce }, next));
	}

	/** Nothing is left that a further test could tell. */
	#isOver(): boolean {
		return Date.now() >= this.#plan.until || ![...this.#alive].some((id) => this.#isWorthTrying(id));
	}

	#isWorthTrying(id: number): boolean {
		return this.#alive.has(id) && (this.#spent.get(id) ?? 0) < this.#plan.patienceMs && Date.now() < this.#plan.until;
	}

	async #tryOne(id: number, by: string, run: () => unknown, ms: number): Promise<void> {
		if (!this.#isWorthTrying(id) || this.#isSick) return;
		tell(this.#plan, { type: 'trying', id });
		const limitMs = times * ms + moreMs;
		const seen = await noticed(
			withChosen(id, run, () => this.#endWith(id, by)),
			limitMs,
		);
		const control =
			seen &&
			(await noticed(
				withChosen(undefined, run, () => this.#endSick()),
				limitMs,
			));
		// Where the test hangs as it is, too, this process has too much left behind: another one goes on.
		if (control === 'hung') return this.#endSick();
		const how = control ? undefined : seen;
		// Many run at a time, and each is charged with what it would take alone.
		this.#spent.set(id, (this.#spent.get(id) ?? 0) + ms);
		if (how) this.#alive.delete(id);
		tell(this.#plan, how ? { type: 'noticed', id, by, how } : { type: 'lived', id });
	}

	#endWith(id: number, by: string): void {
		tell(this.#plan, { type: 'noticed', id, by, how: 'hung' });
		this.#endSick();
	}

	/** Another process goes on from here. */
	#endSick(): void {
		this.#isSick = true;
		tell(this.#plan, { type: 'none tried' });
		process.kill(process.ppid, 'SIGKILL');
		process.kill(process.pid, 'SIGKILL');
	}
}

/** How a test noticed a mutant; undefined: it did not. A run that hangs keeps its place until its own waits are over. */
async function noticed(
	run: Promise<unknown>,
	limitMs: number,
): Promise<Extract<Happened, { type: 'noticed' }>['how'] | undefined> {
	const whole = run.then(
		() => 'passed' as const,
		() => 'failed' as const,
	);
	const end = await Promise.race([whole, after(limitMs, whole)]);
	if (end === 'hung') await Promise.race([whole, after(waitsMs, whole)]);
	return end === 'passed' ? undefined : end;
}

/** Resolves with `hung` after so long; does not keep the process once `work` is over. */
async function after(ms: number, work: Promise<unknown>): Promise<'hung'> {
	const over = new AbortController();
	void work.finally(() => over.abort());
	await delay(ms, undefined, { signal: over.signal }).catch(() => undefined);
	return 'hung';
}
