/** A text that was handed in whole, or why there is none. */
export type InputText = { readonly text: string } | { readonly problem: string };

/** Bytes. More is no message: every later request to the model would carry it. */
export const mostInput = 1024 * 1024;

/** All of a stream as text. What is no text, or too much of it, is refused as soon as that is known. */
export async function readInput(input: AsyncIterable<Uint8Array | string>): Promise<InputText> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of input) {
		const bytes = Buffer.from(chunk);
		if (bytes.includes(0)) return noText;
		size += bytes.length;
		if (size > mostInput) return tooMuch;
		chunks.push(bytes);
	}
	try {
		return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
	} catch {
		return noText;
	}
}

const how = 'Save it, and name the file in a message: echo "Look at @file" | ./threadsmith';
const noText = { problem: `Standard input is no UTF-8 text. ${how}` };
const tooMuch = { problem: `Standard input is more than 1 MiB. ${how}` };
