import { z } from 'zod';
import { kept } from '../../../base/kept.ts';

/** A direction of a meaning: what counts of it fits into a byte a number. */
export type Vector = Int8Array;

/** `state/tool_vectors.json`: the vectors of one model, by the hash of the text that each is of. */
export const vectorsSchema = kept({
	version: z.literal(1),
	model: z.string(),
	vectors: z.record(z.string(), z.base64()),
});

/** Of any length above 0; one of nothing but zeros has no direction, and is like nothing. Pure. */
export function toVector(numbers: readonly number[]): Vector {
	const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
	const scale = largest > 0 && Number.isFinite(largest) ? 127 / largest : 0;
	return Int8Array.from(numbers, (number) => Math.round(number * scale));
}

/** The cosine of the angle between two, -1 to 1; 0 for such as cannot be compared. Pure. */
export function similarity(one: Vector, other: Vector): number {
	if (one.length !== other.length) return 0;
	let [dot, square, otherSquare] = [0, 0, 0];
	for (let at = 0; at < one.length; at += 1) {
		const [a = 0, b = 0] = [one[at], other[at]];
		dot += a * b;
		square += a * a;
		otherSquare += b * b;
	}
	return square === 0 || otherSquare === 0 ? 0 : dot / Math.sqrt(square * otherSquare);
}

/** Pure. */
export function fromText(text: string): Vector {
	const bytes = Buffer.from(text, 'base64');
	return Int8Array.from(bytes, (byte) => (byte > 127 ? byte - 256 : byte));
}

/** Pure. */
export function asText(vector: Vector): string {
	return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
