import { open } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CorruptFileError, ModelError, operatorMessage, ProblemError, userMessage } from '../../src/base/errors.ts';
import { fileProblem } from '../../src/store/files/file-problem.ts';
import { isLinear } from '../support/repeated-text.ts';

const part = fc.stringMatching(/^[A-Za-z0-9_.ü-][A-Za-z0-9_.ü ()&-]{0,11}[A-Za-z0-9_ü-]$/);
const path = fc.array(part, { minLength: 2, maxLength: 6 }).map((parts) => `/${parts.join('/')}`);

async function failureOf(file: string): Promise<unknown> {
	return await open(`${file}/x`).then(
		(handle) => handle.close(),
		(error: unknown) => error,
	);
}

describe('userMessage()', () => {
	it('names no path of this host, whatever failed and however the path is written', async () => {
		await fc.assert(
			fc.asyncProperty(path, async (file) => {
				const full = Object.assign(new Error(`ENOSPC: no space left on device, write '${file}'`), {
					code: 'ENOSPC',
					path: file,
				});
				const errors = [
					fileProblem(full, file),
					new CorruptFileError(file, 'line 3', 'it is empty'),
					new ProblemError(`Cannot unmount "${file}": busy`, `Run: fuser -vm "${file}" to see what uses it`),
					new Error(`Cannot mount ${file}: no`, { cause: full }),
					full,
					await failureOf(file),
				];
				const folder = file.slice(0, file.lastIndexOf('/') + 1);
				for (const error of errors) {
					expect(operatorMessage(error)).toContain(file);
					expect(userMessage(error)).not.toContain(folder);
				}
			}),
			{ numRuns: 300 },
		);
	});

	it.each([
		[
			'Cannot write "/home/ada/x/state/journal.jsonl": the disk is full',
			'Cannot write "journal.jsonl": the disk is full',
		],
		["EACCES: permission denied, mkdir '/srv/a b/c'", "EACCES: permission denied, mkdir '…'"],
		['Start it with unix:///run/podman/podman.sock', 'Start it with podman.sock'],
		['Cannot read /inputs/a.csv: it is gone', 'Cannot read /inputs/a.csv: it is gone'],
		['Say /help, /smith new or and/or 3/4', 'Say /help, /smith new or and/or 3/4'],
		['No answer from http://127.0.0.1:11434/v1/models', 'No answer from http://127.0.0.1:11434/v1/models'],
		['Add a line to /etc/subuid', 'Add a line to /etc/subuid'],
	])('%s', (text, shown) => {
		expect(userMessage(new Error(text))).toBe(shown);
	});

	it('leaves what a model says as it is', () => {
		expect(userMessage(new ModelError('refused-request', 'no route "/v1/chat/completions"'))).toBe(
			'no route "/v1/chat/completions"',
		);
	});

	it('tells what failed first, not what failed when that was cleared up after', () => {
		const failed = (text: string) => ({
			[Symbol.dispose]() {
				throw new Error(text);
			},
		});
		const work = () => {
			using _one = failed('second');
			using _two = failed('third');
			throw new ProblemError('The disk is full', 'Free some space');
		};
		expect(work).toThrow(SuppressedError);
		try {
			work();
		} catch (error) {
			expect(userMessage(error)).toBe('The disk is full. Free some space');
		}
	});

	it('costs in proportion to the text', () => {
		const filled = (first: string, unit: string) => (characters: number) =>
			first + unit.repeat(characters / unit.length);
		for (const text of [filled('', '"/'), filled('"', '/'), filled('"', '/a'), filled('', ' /a')]) {
			expect(isLinear(text, (long) => userMessage(new Error(long)))).toBe(true);
			expect(userMessage(new Error(text(200_000))).length).toBeLessThanOrEqual(text(200_000).length);
		}
	});
});
