import fc from 'fast-check';

/** Text that tries to ping: whole mentions, their parts, their entities, what could keep the parts apart, and anything else. */
export const hostileText: fc.Arbitrary<string> = fc
	.array(
		fc.oneof(
			fc.constantFrom('<!channel>', '<!subteam^S1|x>', '<@U123>', '@here', '@everyone', '<!-- x -->', '<!doctype>'),
			fc.constantFrom(
				'<',
				'!',
				'@',
				'channel',
				'here',
				'U1',
				'>',
				'\\',
				'&lt;',
				'&#60;',
				'&#x3C;',
				'&#33;',
				'&commat;',
			),
			fc.constantFrom(
				'&',
				'#',
				'60',
				';',
				'lt',
				'd',
				'doc',
				'-',
				'[',
				'[cdata',
				'\u200b',
				'\0',
				'\r',
				'\ud83d',
				'\ude00',
			),
			fc.constantFrom('```', '\n', ' ', '~~~', '`', '```js\n', '\n```\n'),
			fc.string({ unit: 'binary', maxLength: 4 }),
		),
		{ maxLength: 25 },
	)
	.map((parts) => parts.join(''));

/** What Slack would take for a mention, its own escapes and Markdown's read first. */
export function liveIn(text: string): string[] {
	const read = text
		.replaceAll(/[^\P{Cc}\n\t]/gu, '')
		.replaceAll(/&lt;|&#0*60;|&#x0*3c;/gi, '<')
		.replaceAll(/&excl;|&#0*33;|&#x0*21;/gi, '!')
		.replaceAll(/&commat;|&#0*64;|&#x0*40;/gi, '@')
		.replaceAll(/\\(?=[<!@])/g, '');
	const mentions = [
		...text.matchAll(/<[!@][^<>]*>?/g),
		...read.matchAll(/<(?:@|!(?:channel|here|everyone|group|subteam|date))/gi),
	];
	const names = text.matchAll(/@(?:channel|here|everyone)/gi);
	return [...mentions, ...names].map(([found]) => found).filter((found) => !/^<!(?:--|doctype|\[cdata)/i.test(found));
}
