import { expect, it } from 'vitest';
import { remarkOn } from '../../../src/git/host/known-holes.ts';

it.each(['2.39.0', '2.39.5', '2.42.4', '2.43.6', '2.43', '2.47.2', '2.50.0', '1.9.5', 'none'])(
	'%s is remarked on',
	(version) => {
		expect(remarkOn(version)).toContain('CVE-2025-48385');
	},
);

it.each(['2.43.7', '2.43.10', '2.47.3', '2.50.1', '2.50.1.windows.1', '2.51.0', '2.56.0-rc1', '3.0.0'])(
	'%s is not',
	(version) => {
		expect(remarkOn(version)).toBeUndefined();
	},
);
