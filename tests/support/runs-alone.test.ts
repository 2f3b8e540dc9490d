import { describe, expect, it } from 'vitest';
import { runsAlone } from './runs-alone.ts';

describe('a test file', () => {
	it.each([
		'readLongTexts();',
		'expect(isLinear(act)).toBe(true);',
		"readdirSync('/proc/self/fd')",
		'process.memoryUsage().heapUsed',
		'process.umask(0o077)',
		"process.env['HOME'] = '/';",
		"vi.stubEnv('HOME', '/');",
		"process.on('unhandledRejection', hear);",
	])('runs alone for: %s', (source) => {
		expect(runsAlone(source)).toBe(true);
	});

	it('runs beside others when it leaves its process as it was', () => {
		expect(runsAlone('env: { ...process.env }, process.execPath, process.pid, process.kill(pid)')).toBe(false);
	});
});
