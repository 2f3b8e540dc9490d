/** A tree as the guest's `stage_tree.py` prints it: text by path. */
export async function* staged(files: Readonly<Record<string, string>>): AsyncIterable<Uint8Array> {
	for (const [path, text] of Object.entries(files)) {
		const content = Buffer.from(text);
		yield Buffer.from(`${JSON.stringify({ path, mode: '100644', size: content.byteLength })}\n`);
		yield content;
	}
	yield Buffer.from(`${JSON.stringify({ end: true, ignored: [], ignoredMore: 0, submodules: [] })}\n`);
}
