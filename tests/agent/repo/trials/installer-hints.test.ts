import { describe, expect, it } from 'vitest';
import { withHint } from '../../../../src/agent/repo/trials/installer-hints.ts';

const tooYoung = (name: string) =>
	`${name} may be too young: versions that their index has not had for \`PACKAGE_DAYS\` are left out`;

describe('withHint()', () => {
	it.each([
		[
			'npm',
			'npm error code ETARGET\nnpm error notarget No matching version found for left-pad@1.4.0.\n',
			'left-pad@1.4.0',
		],
		['npm, of a scope', 'npm error notarget No matching version found for @acme/pad@^2.\n', '@acme/pad@^2'],
		['pip', 'ERROR: No matching distribution found for left-pad==1.4.0\n', 'left-pad==1.4.0'],
		['uv', '  ╰─▶ Because there is no version of left-pad==1.4.0 and you require', 'left-pad==1.4.0'],
		['cargo', 'error: failed to select a version for the requirement `pad = "^2"`\n', 'pad'],
	])('says of %s that a version may be too young', (_, tail, name) => {
		expect(withHint({ code: 1, tail })).toBe(`${tail.trimEnd()}\n${tooYoung(name)}\n`);
	});

	it('says how an installer is had that the shell does not find', () => {
		const tail = 'bash: line 1: pnpm: command not found\n';
		expect(withHint({ code: 127, tail })).toContain('`npx --yes pnpm@9 install` brings it');
	});

	it.each([
		[1, 'npm error 404 Not Found'],
		[1, 'yarn: command not found'],
		[127, 'make: command not found'],
	])('leaves all else as it is (%i: %s)', (code, tail) => {
		expect(withHint({ code, tail })).toBe(tail);
	});

	it('takes a name as it stands, and keeps to its length', () => {
		const tail = `${'x'.repeat(5_000)}\nNo matching version found for $1$&@1.0.\n`;
		const hinted = withHint({ code: 1, tail });
		expect(hinted).toContain(tooYoung('$1$&@1.0'));
		expect(hinted.length).toBeLessThanOrEqual(4_000);
	});
});
