import { expect, it } from 'vitest';
import { closed } from '../../../src/base/text/markdown.ts';

it.each([
	['', ''],
	['no code', 'no code'],
	['```\na\n```', '```\na\n```'],
	['```ts\na', '```ts\na\n```'],
	['~~~~\n~~~\na', '~~~~\n~~~\na\n~~~~'],
	['````\n```\na\n````\nb', '````\n```\na\n````\nb'],
	['```\na\n```js', '```\na\n```js\n```'],
	['```not a block``` b', '```not a block``` b'],
	['a\n   ```\nb', 'a\n   ```\nb\n```'],
	['    ```\nb', '    ```\nb'],
])('%j is closed as %j', (text, whole) => {
	expect(closed(text)).toBe(whole);
});
