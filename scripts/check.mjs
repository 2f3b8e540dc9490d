// One gate: formatting and lint, types, dead code. Each of them runs even if another fails.
import { spawnSync } from 'node:child_process';
import { projectRoot } from './base/paths.mjs';
import { findNode } from './node24.mjs';

const checks = [
	{ name: 'biome', words: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
	{ name: 'tsc', words: ['typescript/bin/tsc', '--project', '.'] },
	{ name: 'knip', words: ['knip/bin/knip.js'] },
];

const node = await findNode().catch((error) => {
	console.error(error.message);
	process.exit(1);
});

const results = checks.map(({ name, words: [file, ...rest] }) => {
	const started = Date.now();
	const { status } = spawnSync(node, [`${projectRoot}/node_modules/${file}`, ...rest], {
		cwd: projectRoot,
		stdio: 'inherit',
	});
	return { name, ok: status === 0, seconds: ((Date.now() - started) / 1000).toFixed(1) };
});

for (const { name, ok, seconds } of results) console.log(`${ok ? '✓' : '✗'} ${name}  ${seconds} s`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
