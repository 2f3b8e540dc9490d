import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDiffReader, type DiffLine, mostPiece } from '../../../../src/git/tree/changes/diff-lines.ts';

function readAll(chunks: readonly Uint8Array[]): readonly DiffLine[] {
	const reader = createDiffReader();
	return [...chunks.flatMap((chunk) => [...reader.push(chunk)]), ...reader.end()];
}

const diff = `diff --git a/x b/x
index 1..2 100644
--- a/x
+++ b/x
@@ -1,3 +10,4 @@ function
 same
-diff --git a/old b/old
+diff --git a/new b/new
+@@ -1,1 +1,1 @@
 Binary files a/x and b/x differ
+
\\ No newline at end of file
@@ -20 +30 @@
+ last
diff --git a/y b/y
Binary files a/y and b/y differ
`;

describe('A diff', () => {
	it('is read line by line, and no line of a file passes for one of git’s', () => {
		const [, ...read] = readAll([Buffer.from(diff)]).map(({ goesOn, ...line }) => line);
		expect(read).toEqual([
			{ kind: 'head', text: 'index 1..2 100644' },
			{ kind: 'head', text: '--- a/x' },
			{ kind: 'head', text: '+++ b/x' },
			{ kind: 'hunk', text: '@@ -1,3 +10,4 @@ function' },
			{ kind: 'same', text: 'same', line: 10 },
			{ kind: 'removed', text: 'diff --git a/old b/old' },
			{ kind: 'added', text: 'diff --git a/new b/new', line: 11 },
			{ kind: 'added', text: '@@ -1,1 +1,1 @@', line: 12 },
			{ kind: 'same', text: 'Binary files a/x and b/x differ', line: 13 },
			{ kind: 'added', text: '', line: 14 },
			{ kind: 'note', text: ' No newline at end of file' },
			{ kind: 'hunk', text: '@@ -20 +30 @@' },
			{ kind: 'added', text: ' last', line: 30 },
			{ kind: 'file', text: 'diff --git a/y b/y' },
			{ kind: 'binary', text: 'Binary files a/y and b/y differ' },
		]);
	});

	it('is read alike in whichever pieces it comes', () => {
		const bytes = Buffer.from(diff);
		const once = readAll([bytes]);
		fc.assert(
			fc.property(fc.array(fc.nat(bytes.length)), (at) => {
				const places = [0, ...at.sort((one, other) => one - other), bytes.length];
				expect(readAll(places.slice(1).map((end, index) => bytes.subarray(places[index], end)))).toEqual(once);
			}),
		);
		expect(readAll([...bytes].map((byte) => Buffer.of(byte)))).toEqual(once);
	});

	it('gives a long line in pieces that belong to one line', () => {
		const long = `@@ -0,0 +1,2 @@\n+${'x'.repeat(mostPiece * 2)}\n+y\n`;
		const [, ...pieces] = readAll([Buffer.from(long)]);
		expect(pieces.map(({ text, ...piece }) => [text.length, piece])).toEqual([
			[mostPiece - 1, { kind: 'added', line: 1, goesOn: true }],
			[mostPiece, { kind: 'added', line: 1, goesOn: true }],
			[1, { kind: 'added', line: 1, goesOn: false }],
			[1, { kind: 'added', line: 2, goesOn: false }],
		]);
	});
});
