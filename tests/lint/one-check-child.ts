/** Checks once and does nothing more: the process ends only if the idle linter lets it. */

import { silentLogger } from '../../src/base/log.ts';
import { createRuffLinter } from '../../src/lint/ruff-linter.ts';

const linter = createRuffLinter({ log: silentLogger });
const [found] = await linter.check('eval("1")\n', new AbortController().signal);
process.stdout.write(`found ${found?.code}\n`);
