import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeEntities } from '../../../../src/adapters/slack/decode/entities.ts';
import { mentionedUsers, readableText, withoutMention } from '../../../../src/adapters/slack/decode/readable-text.ts';

const nameOf = (user: string) => ({ U1: 'Ada', W2: 'Grace' })[user] ?? user;

describe('readable text', () => {
	it.each([
		['<@U1> and <@W2|grace.h>', '@Ada and @Grace'],
		['<@U9>', '@U9'],
		['see <#C1|general> and <#C2>', 'see #general and #C2'],
		['<!here> <!channel> <!subteam^S1|@crew> <!subteam^S2>', '@here @channel @crew @S2'],
		['<!date^1392734382^{date_short}|18 Feb 2014>', '18 Feb 2014'],
		['<https://example.com/a?b=1&amp;c=2>', 'https://example.com/a?b=1&c=2'],
		['<https://example.com|the page>', 'the page (https://example.com)'],
		['<http://example.com|example.com>', 'example.com'],
		['repo test acme/app bash <http://test.sh|test.sh>', 'repo test acme/app bash test.sh'],
		[
			'mend <http://README.md|README.md>, <http://github.com/acme/app|github.com/acme/app>',
			'mend README.md, github.com/acme/app',
		],
		['repo add <https://github.com/acme/app|acme/app>', 'repo add https://github.com/acme/app'],
		['<https://github.com/acme/app/|app>', 'https://github.com/acme/app/'],
		['<https://github.com/acme/my-app|app>', 'app (https://github.com/acme/my-app)'],
		['<http://example.com>', 'http://example.com'],
		['<https://example.com/|example.com>', 'https://example.com/'],
		['<mailto:ada@example.com|ada@example.com>', 'ada@example.com'],
		['if a &lt; b &amp;&amp; b &gt; c', 'if a < b && b > c'],
		['&amp;lt; stays', '&lt; stays'],
		['*bold* `code`', '*bold* `code`'],
	])('of %j is %j', (text, readable) => {
		expect(readableText(text, nameOf)).toBe(readable);
	});

	it('is what somebody typed, for any text that Slack has escaped', () => {
		fc.assert(
			fc.property(fc.string(), (typed) => {
				expect(readableText(escapeEntities(typed), nameOf)).toBe(typed);
			}),
		);
	});
});

describe('mentions', () => {
	it('are found once each', () => {
		expect(mentionedUsers('<@U1> <@W2|grace> <@U1> <#C1> U3')).toEqual(['U1', 'W2']);
	});

	it.each([
		['<@UBOT> sum this', 'sum this'],
		['<@UBOT>, sum this', 'sum this'],
		['  <@UBOT|smith>: sum this', 'sum this'],
		['please <@UBOT> sum this', 'please sum this'],
		['sum this <@UBOT>', 'sum this'],
		['<@UBOT> <@UBOT> twice', 'twice'],
		['<@UBOT> ask <@U1>', 'ask <@U1>'],
		['<@UBOT2> is somebody else', '<@UBOT2> is somebody else'],
		['<@UBOT>', ''],
		['<@UBOT>\n\nlines\n\nstay', 'lines\n\nstay'],
	])('of us are cut out of %j', (text, without) => {
		expect(withoutMention(text, 'UBOT')).toBe(without);
	});
});
