import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';

/** A wheel in memory. */
export interface MadeWheel {
	readonly filename: string;
	readonly bytes: Uint8Array;
	readonly metadata: string;
	/** Hex, of `bytes`. */
	readonly sha256: string;
}

export interface WheelFacts {
	readonly name: string;
	readonly version: string;
	/** `Requires-Dist` lines. */
	readonly requires?: readonly string[];
	/** Path to content, beside one module that has the package's name. */
	readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** Fixed, so that equal facts make equal bytes. */
const packedAt = new Date(2024, 0, 1);

/** A pure wheel that pip and uv install: METADATA, WHEEL and RECORD as the binary distribution format wants them. */
export function makeWheel({ name, version, requires = [], files = {} }: WheelFacts): MadeWheel {
	const stem = name.replaceAll(/[-.]+/g, '_');
	const info = `${stem}-${version}.dist-info`;
	const metadata = metadataOf(name, version, requires);
	const content = bytesOf({
		[`${stem.toLowerCase()}.py`]: `__version__ = ${JSON.stringify(version)}\n`,
		...files,
		[`${info}/METADATA`]: metadata,
		[`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: fake\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
	});
	const bytes = zipSync({ ...content, [`${info}/RECORD`]: strToU8(recordOf(content, info)) }, { mtime: packedAt });
	return { filename: `${stem}-${version}-py3-none-any.whl`, bytes, metadata, sha256: sha256Of(bytes) };
}

export function sha256Of(bytes: Uint8Array | string): string {
	return createHash('sha256').update(bytes).digest('hex');
}

function metadataOf(name: string, version: string, requires: readonly string[]): string {
	const lines = ['Metadata-Version: 2.1', `Name: ${name}`, `Version: ${version}`];
	return `${[...lines, ...requires.map((line) => `Requires-Dist: ${line}`)].join('\n')}\n\nA package of the tests.\n`;
}

function bytesOf(files: Readonly<Record<string, string | Uint8Array>>): Record<string, Uint8Array> {
	const entries = Object.entries(files);
	return Object.fromEntries(entries.map(([path, body]) => [path, typeof body === 'string' ? strToU8(body) : body]));
}

function recordOf(content: Readonly<Record<string, Uint8Array>>, info: string): string {
	const lines = Object.entries(content).map(([path, bytes]) => {
		const digest = createHash('sha256').update(bytes).digest('base64url');
		return `${path},sha256=${digest},${bytes.length}`;
	});
	return `${[...lines, `${info}/RECORD,,`].join('\n')}\n`;
}
