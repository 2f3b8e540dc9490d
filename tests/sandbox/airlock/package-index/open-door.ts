import type { LogFields, Logger } from '../../../../src/base/log.ts';
import type { ByteBudget } from '../../../../src/sandbox/airlock/package-index/bodies.ts';
import type { DoorLimits } from '../../../../src/sandbox/airlock/package-index/door-limits.ts';
import { createPackageDoor, type PackageDoor } from '../../../../src/sandbox/airlock/package-index/package-door.ts';
import type { DoorScope } from '../../../../src/sandbox/airlock/package-index/scope.ts';

export interface OpenDoor {
	readonly door: PackageDoor;
	readonly budget: ByteBudget;
	/** What was logged. */
	readonly lines: readonly LogFields[];
	/** What a client gets; `cut` says why the body broke off. */
	get(path: string, more?: { readonly method?: string; readonly accept?: string }): Promise<Got>;
}

export interface Got {
	readonly status: number;
	readonly type: string;
	readonly bytes: Buffer;
	readonly text: string;
	readonly cut: string | undefined;
}

export interface OpenDoorOptions {
	readonly index: string;
	readonly scope?: DoorScope;
	readonly leastAgeDays?: number;
	readonly bytes?: number;
	readonly limits?: DoorLimits;
}

export const jsonAccept = 'application/vnd.pypi.simple.v1+json';

/** A door to an index, with a client. */
export function openDoor(options: OpenDoorOptions): OpenDoor {
	const lines: LogFields[] = [];
	const budget = budgetOf(options.bytes ?? 50_000_000);
	const policy = { index: options.index, leastAgeDays: options.leastAgeDays ?? 7, sessionBytes: 0, seconds: 60 };
	const scope = options.scope ?? resolving('humanize');
	const { limits } = options;
	const door = createPackageDoor({ policy, scope, budget, log: loggerTo(lines), ...(limits && { limits }) });
	return {
		door,
		budget,
		lines,
		async get(path, { method = 'GET', accept = jsonAccept } = {}) {
			const answer = await door.answer({ method, path, accept }, AbortSignal.timeout(20_000));
			const { bytes, cut } = await read(answer.body);
			const type = answer.headers['content-type'] ?? '';
			return { status: answer.status, type, bytes, text: bytes.toString('utf8'), cut };
		},
	};
}

export function resolving(...names: string[]): DoorScope {
	return { kind: 'resolve', names, undated: false };
}

/** The path of a file on a page in JSON, as a client follows it. */
export function fileOn(page: Got, filename: string): string {
	const { files } = JSON.parse(page.text) as { files: { filename: string; url: string }[] };
	const link = files.find((file) => file.filename === filename)?.url ?? `no ${filename} on the page`;
	return new URL(link, 'http://127.0.0.1/simple/humanize/').pathname;
}

/** The filenames on a page in JSON. */
export function filesOn(page: Got): string[] {
	return (JSON.parse(page.text) as { files: { filename: string }[] }).files.map(({ filename }) => filename);
}

function budgetOf(bytes: number): ByteBudget {
	let left = bytes;
	return {
		take(taken) {
			if (taken > left) return false;
			left -= taken;
			return true;
		},
		left: () => left,
	};
}

function loggerTo(lines: LogFields[]): Logger {
	const write = (message: string, fields: LogFields = {}): void => void lines.push({ message, ...fields });
	const log: Logger = { debug: write, info: write, warn: write, error: write, child: () => log };
	return log;
}

async function read(body: AsyncIterable<Uint8Array> | Uint8Array): Promise<Pick<Got, 'bytes' | 'cut'>> {
	if (body instanceof Uint8Array) return { bytes: Buffer.from(body), cut: undefined };
	const chunks: Uint8Array[] = [];
	try {
		for await (const chunk of body) chunks.push(chunk);
		return { bytes: Buffer.concat(chunks), cut: undefined };
	} catch (error) {
		return { bytes: Buffer.concat(chunks), cut: String(error) };
	}
}
