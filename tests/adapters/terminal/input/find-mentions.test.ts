import { describe, expect, it } from 'vitest';
import { findMentions } from '../../../../src/adapters/terminal/input/find-mentions.ts';

describe('findMentions()', () => {
	it.each([
		['@data.csv', [['data.csv']]],
		['look at @./a/b.csv, please', [['./a/b.csv,', './a/b.csv']]],
		['(@~/x.csv)', [['~/x.csv)', '~/x.csv']]],
		['@"my file.csv" and @b.csv.', [['my file.csv'], ['b.csv.', 'b.csv']]],
		['@a @a', [['a']]],
		["@'my file.csv' and @b\\ c.csv", [['my file.csv'], ['b c.csv', 'b\\']]],
		["@dir/'my file'.csv", [['dir/my file.csv', "dir/'my"]]],
		["@'it'\\''s.csv'", [["it's.csv"]]],
		["@$'a\\tb.csv'.", [['a\tb.csv.', 'a\tb.csv']]],
		['@"a \\"b\\".csv"', [['a "b".csv']]],
		['@a\\(1\\).csv', [['a(1).csv', 'a\\(1\\).csv']]],
		["@data.csv's rows and 'more'", [["data.csv's", 'data.csv']]],
		["@'tis the season", [["'tis"]]],
		['@file:///tmp/a%20b.csv', [['/tmp/a b.csv']]],
		["@'file:///tmp/a%20b.csv' ", [['/tmp/a b.csv']]],
		['@file:/tmp/a%C3%BC.csv', [['/tmp/aü.csv', '/tmp/au\u0308.csv']]],
		['@file://localhost/tmp/a.csv', [['/tmp/a.csv']]],
		['@$HOME/a.csv and @"$HOME/b c.csv"', [['~/a.csv'], ['~/b c.csv']]],
		['@$HOMES/a.csv', [['$HOMES/a.csv']]],
		['@“my file.csv” and @‘b c.csv’', [['my file.csv'], ['b c.csv']]],
		['He said “see @a.csv”.', [['a.csv”.', 'a.csv']]],
		["@'a'$'\\303\\274''b.csv'", [['aüb.csv', 'au\u0308b.csv']]],
		["@$'\\u00fc\\x20\\'.csv'", [["ü '.csv", "u\u0308 '.csv"]]],
		['@"C:\\a b\\c.csv"', [['C:\\a b\\c.csv', '/mnt/c/a b/c.csv']]],
		['@D:\\a.csv', [['D:a.csv', 'D:\\a.csv', '/mnt/d/a.csv']]],
		['"@a.csv" and “@b.csv”.', [['a.csv'], ['b.csv']]],
		['a"@b.csv"', []],
		['mail bob@example.com or @', []],
		['@@twice', []],
	])('%j names %j', (text, paths) => {
		expect(findMentions(text).map((mention) => mention.paths)).toEqual(paths);
	});
});
