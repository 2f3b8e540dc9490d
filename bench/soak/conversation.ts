import { createHash } from 'node:crypto';
import type { PlannedMessage } from './plan.ts';

/** A file by its name and all of its bytes. */
export interface NamedBytes {
	readonly name: string;
	readonly bytes: Uint8Array;
}

const padded = (number: number) => String(number).padStart(4, '0');

/** The words of a message to the bot. */
export function wordsOf({ number, kind }: Pick<PlannedMessage, 'number' | 'kind'>): string {
	return `This is no-${padded(number)}, ${kind}.`;
}

/** The messages that are in a text for the bot. */
export function saidIn(text: string): { readonly number: number; readonly kind: string }[] {
	return [...text.matchAll(/This is no-(\d+), ([a-z]+)\./g)].map(([, number, kind = '']) => ({
		number: Number(number),
		kind,
	}));
}

/** The words by which a message is known to be answered. */
export function answerTo(number: number, digest?: string): string {
	return `Answered no-${padded(number)}${digest === undefined ? '' : ` with ${digest}`}.`;
}

export interface Answer {
	readonly number: number;
	/** SHA-256 of the file that came with the message, as the sandbox saw it. */
	readonly digest: string | undefined;
}

/** The answers in what the bot has written. */
export function answersIn(text: string): Answer[] {
	return [...text.matchAll(/Answered no-(\d+)(?: with ([0-9a-z]+))?\./g)].map(([, number, digest]) => ({
		number: Number(number),
		digest,
	}));
}

/** The file that comes with a message of the kind `file` or `tool`: bytes that no other one has, up to 64 KB. */
export function fileGivenWith(number: number): NamedBytes {
	const blocks = Array.from({ length: 1 + ((number * 37) % 2048) }, (_, at) =>
		createHash('sha256').update(`${number} ${at}`).digest(),
	);
	return { name: `given-${padded(number)}.bin`, bytes: Buffer.concat(blocks) };
}

export function digestOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

const lines = 400;

/** The file that a message of the kind `tool` is answered with. */
export function fileMadeFor(number: number): NamedBytes {
	const text = Array.from({ length: lines }, (_, at) => `${padded(number)} line ${at + 1}\n`).join('');
	return { name: `made-${padded(number)}.txt`, bytes: Buffer.from(text) };
}

/** Makes that file in the sandbox, and says the digest of the one that was given. */
export function commandFor(number: number): string {
	const made = `seq -f '${padded(number)} line %.0f' 1 ${lines} > /outputs/${fileMadeFor(number).name}`;
	return `${made} && sha256sum < /inputs/${fileGivenWith(number).name}`;
}
