// On a machine with runsc, `auto` would run every bot and sandbox of the tests on it, at half the speed. `npm run sandbox-test` sets another.
process.env['SANDBOX_RUNTIME'] ??= 'runc';
process.env['AGENT_RUNTIME'] ??= 'runc';
