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
	['```\n  ```\nb', '```\n  ```\nb'],
	['1. ```bash\n   npm i\n   ```\n2. open it', '1. ```bash\n   npm i\n   ```\n2. open it'],
	['- x\n  ```js\n  co', '- x\n  ```js\n  co'],
	['```\r\na\r\n```\r\nb', '```\r\na\r\n```\r\nb'],
	['    ```\nb', '    ```\nb'],
])('%j is closed as %j', (text, whole) => {
	expect(closed(text)).toBe(whole);
});
