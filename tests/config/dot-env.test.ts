import { expect, it } from 'vitest';
import { loadConfig, SettingsError } from '../../src/config/config.ts';
import { dotEnvProblems, dotEnvText } from '../../src/config/dot-env.ts';

const notClosed = (line: number, quote = '"') =>
	`.env, line ${line}: the quote before its value is not closed (${quote})`;
const noSign = (line: number) => `.env, line ${line}: there is no "=" in it, so that it sets nothing`;

it.each<readonly [what: string, text: string, problems: readonly string[]]>([
	['nothing', '', []],
	['comments and blank lines', '# a "quote\n\n   # and\n', []],
	['quotes that are closed', 'A="b"\nC=\'d\'\nE=`f`\n  export G = "h" # i\n', []],
	['a quote within a value', 'A=b"c\n', []],
	['a quote that takes the next line with it', 'A="b\nC=d\nE="f"\n', [notClosed(1)]],
	['a quote that nothing closes', "A=b\r\nC='d\r\nE=f", [notClosed(2, "'")]],
	['another quote than the first', 'A="b\'\n', [notClosed(1)]],
	['several lines of a variable of others', 'NODE_OPTIONS="a\nb c\n"\nA="b', [notClosed(4)]],
	['a line without a sign', 'SLACK_BOT_TOKEN hunter2\n', [noSign(1)]],
])('of a file .env the lines are named that would be read otherwise than they look: %s', (_, text, problems) => {
	expect(dotEnvProblems(text)).toEqual(problems);
	expect(dotEnvProblems(text).join()).not.toContain('hunter2');
});

it('settings with such a line are wrong', () => {
	expect(() => loadConfig({}, 'BRAIN_MODEL="a\n')).toThrow(SettingsError);
	expect(() => loadConfig({}, 'BRAIN_MODEL="a\n')).toThrow(notClosed(1));
});

it.each([
	['with a mark at its beginning', Buffer.from('\ufeffBRAIN_MODEL=ä\r\n')],
	['in UTF-16, as a shell of Windows writes it', Buffer.from('\ufeffBRAIN_MODEL=ä\r\n', 'utf16le')],
	['in UTF-16, its bytes the other way round', Buffer.from('\ufeffBRAIN_MODEL=ä\r\n', 'utf16le').swap16()],
	['as it is', Buffer.from('BRAIN_MODEL=ä\r\n')],
])('a file .env is read %s', (_, bytes) => {
	expect(dotEnvText(bytes)).toBe('BRAIN_MODEL=ä\r\n');
});
