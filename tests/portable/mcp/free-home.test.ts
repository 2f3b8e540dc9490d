import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFreeHome } from '../../../src/portable/mcp/free-home.ts';
import { lockHome } from '../../../src/store/home-lock.ts';
import { startChild } from '../../support/child.ts';
import { tempDir } from '../../support/temp-dir.ts';

describe('lockFreeHome()', () => {
	it('gives each server a folder of its own beside a bot, and one that was left to the next', async () => {
		await using dir = await tempDir();
		await using _bot = await lockHome(dir.path);
		await using first = await lockFreeHome(dir.path);
		const second = await lockFreeHome(dir.path);
		expect([first.home, second.home]).toEqual([join(dir.path, 'mcp/1'), join(dir.path, 'mcp/2')]);
		expect(first.homeId).not.toBe(second.homeId);
		await second[Symbol.asyncDispose]();
		await using third = await lockFreeHome(dir.path);
		expect(third.homeId).toBe(second.homeId);
	});

	it('takes over from a process that was killed', async () => {
		await using dir = await tempDir();
		await using child = startChild(join(import.meta.dirname, '../../support/home-child.ts'), [join(dir.path, 'mcp/1')]);
		await child.printed('held');
		await using beside = await lockFreeHome(dir.path);
		expect(beside.home).toBe(join(dir.path, 'mcp/2'));
		await child.kill();
		await using after = await lockFreeHome(dir.path);
		expect(after.home).toBe(join(dir.path, 'mcp/1'));
	});
});
