import { got, refused, type Try } from '../attack.ts';

/** A reader that splits at newlines, parses, and believes what it reads: it breaks, or takes more than one plain answer to its question. */
export function naive(bytes: Uint8Array, id: number): Try {
	const lines: string[] = [];
	let [at, frames] = [0, 0];
	const view = Buffer.from(bytes);
	try {
		for (; at + 8 <= view.length; frames += 1) {
			const length = view.readUInt32BE(at + 4);
			lines.push(view.toString('utf8', at + 8, at + 8 + length));
			at += 8 + length;
		}
		const text = lines.join('');
		const messages = text
			.split('\n')
			.filter(Boolean)
			.map((one) => JSON.parse(one) as { readonly id?: unknown; readonly result?: unknown });
		if (messages.some(pollutes)) return got('whoever merges it has it in every object');
		const isPlain =
			messages.length === 1 && messages[0]?.id === id && messages[0].result !== undefined && text.length < 20_000;
		return (isPlain ? refused : got)(
			`a trusting reader takes ${messages.length} messages of ${text.length} characters in ${frames} frames`,
		);
	} catch (error) {
		return got(`a trusting reader breaks: ${String(error).slice(0, 60)}`);
	}
}

/** Whether merging it as one might, key by key, changes what all objects have; that is undone. */
function pollutes(message: object): boolean {
	merge({}, message);
	const isTaken = 'taken' in {};
	Reflect.deleteProperty(Object.prototype, 'taken');
	return isTaken;
}

function merge(target: Record<string, unknown>, source: object, depth = 0): void {
	for (const [key, value] of Object.entries(source)) {
		if (typeof value !== 'object' || value === null || depth > 20) {
			target[key] = value;
			continue;
		}
		target[key] ??= {};
		merge(target[key] as Record<string, unknown>, value, depth + 1);
	}
}
