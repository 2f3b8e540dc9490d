import { describe, expect, it } from 'vitest';
import { policyProblems } from '../../../../src/agent/forge/static/policy-verdict.ts';
import { specOf } from './spec-of.ts';

const finding = (rule: string) => ({ rule, line: 3, message: `${rule} found` });

describe('policyProblems', () => {
	it('refuses every finding, of rules that are not known too', () => {
		const rules = ['dynamic-exec', 'computed-name', 'subprocess', 'no-run', 'a-rule-to-come'];
		expect(policyProblems(rules.map(finding), specOf({}))).toMatchObject(
			rules.map((rule) => ({ class: 'policy', line: 3, text: expect.stringContaining(rule) })),
		);
	});

	it('takes programs where the spec declares them', () => {
		expect(policyProblems([finding('subprocess')], specOf({ capabilities: ['subprocess'] }))).toEqual([]);
	});

	it('says that there is no network, and gives up only where the spec needs one', () => {
		const [repairable] = policyProblems([finding('network')], specOf({}));
		expect(repairable?.text).toContain('without a network');
		expect(repairable).not.toHaveProperty('hopeless');
		for (const raw of [
			{ purpose: 'Download a page' },
			{ purpose: 'Read https://example.org/a' },
			{ dependencies: ['Requests>=2'] },
			{ input: { type: 'object', properties: { page_url: { type: 'string' } } } },
		])
			expect(policyProblems([finding('network')], specOf(raw))[0]?.hopeless, JSON.stringify(raw)).toContain('network');
	});
});
