import { describe, expect, test } from 'vitest';
import { needRoot, rootCommand } from '../../../scripts/set-up/need-root.mjs';

describe('the command to run as root', () => {
	test.each([
		[{}, 'sudo npm start'],
		[{ npm_lifecycle_event: 'start', npm_config_user_agent: 'npm/9.2.0 node/v18.20.4 linux x64' }, 'sudo npm start'],
		[{ npm_lifecycle_event: 'demo', npm_config_user_agent: 'npm/10.8.2 node/v18' }, 'sudo npm run demo'],
		[{ npm_lifecycle_event: 'image-test' }, 'sudo npm run image-test'],
		[
			{ npm_lifecycle_event: 'start', npm_config_user_agent: 'npm/8.19.4 node/v18.13.0' },
			'sudo node scripts/set-up.mjs && sudo ./threadsmith',
		],
		[
			{ npm_lifecycle_event: 'demo', npm_config_user_agent: 'npm/8.19.4 node/v18.13.0' },
			'sudo node scripts/set-up.mjs && sudo ./threadsmith demo',
		],
	])('%j: %s', (env, command) => {
		expect(rootCommand(env)).toBe(command);
	});
});

test('who is not root is told before anything is fetched, and root is not', () => {
	expect(() => needRoot({}, 0)).not.toThrow();
	expect(() => needRoot({}, 1000)).toThrow(/^Cannot set up as user 1000: .* Start it with sudo: sudo npm start$/);
});
