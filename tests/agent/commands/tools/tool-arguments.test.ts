import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestOf, toolsArguments } from '../../../../src/agent/commands/tools/tool-arguments.ts';
import { completeTools } from '../../../../src/agent/commands/tools/tool-names.ts';
import { createRoles, noRules } from '../../../../src/chat/people.ts';
import type { Person } from '../../../../src/chat/thread.ts';
import { places } from '../../../../src/platforms.ts';
import { bo, cy, said } from '../../../support/commands.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { thread } from '../../../support/workbench.ts';
import { openBench } from '../open-bench.ts';

describe('what /tools may be asked', () => {
	const takes = (text: string) => toolsArguments.safeParse(text).success;

	it.each(['', ' show  sum ', 'show tables/sum 2', 'versions sum', 'rollback sum', 'share a/b 12'])('is %j', (text) => {
		expect(takes(text)).toBe(true);
	});

	it.each(['are great', 'show', 'show me the chart', 'versions sum 2', 'rollback sum 0', 'show ../x', 'forget sum'])(
		'is not %j',
		(text) => {
			expect(takes(text)).toBe(false);
		},
	);

	it('is read as it was taken', () => {
		const word = fc.stringMatching(/^[a-z0-9_]{1,20}$/);
		fc.assert(
			fc.property(word, word, fc.integer({ min: 1, max: 999_999 }), (category, name, version) => {
				const asked = `${category}/${name}`;
				expect(requestOf(toolsArguments.parse(`show ${asked} ${version}`))).toEqual({
					verb: 'show',
					name: asked,
					version,
				});
			}),
		);
	});

	it('is completed with verbs, then with the names of tools in sessions that one took part in', async () => {
		await using at = await openBench();
		await at.bench.say(said('mine', { person: bo }));
		await keepTool(at.folder);
		const completion = completeTools({ sessions: at.bench.sessions, roleOf: createRoles(noRules, places), places });
		const complete = (prefix: string, person: Person) => completion(prefix, { person, thread });
		expect(await complete('s', bo)).toEqual(['show', 'share']);
		expect(await complete('show d', bo)).toEqual(['show double_number']);
		expect(await complete('rollback ', bo)).toEqual(['rollback double_number', 'rollback numbers/double_number']);
		expect(await complete('show d', cy)).toEqual([]);
	});
});
