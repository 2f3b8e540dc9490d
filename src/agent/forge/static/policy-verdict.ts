import type { z } from 'zod';
import type { checkToolResult } from '../../../sandbox/built-ins.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import type { Problem } from './problem.ts';
import { normalizedName } from './requirement.ts';

/** A check of a draft that came to its end. */
export type Checked = Extract<z.infer<typeof checkToolResult>, { stage: 'checked' }>;

/** Rules that no rewriting meets: no tool can do this here. */
const noNetwork =
	'Tools run without a network: nothing can be fetched, sent or looked up; work on files and values that are handed in.';
/** For the Brain, where its spec asks for that. */
const orderNeedsNetwork =
	'This tool would need the network, and forged tools have none: order one that works on files or values that are handed in.';

/** Distributions whose purpose is the network. */
const networkDistributions = new Set([
	'aiohttp',
	'boto3',
	'httpx',
	'paramiko',
	'playwright',
	'requests',
	'selenium',
	'urllib3',
	'websockets',
	'yfinance',
]);
const networkWords =
	/https?:|\burls?\b|\bdownload|\bweb ?(?:site|page|hook)|\binternet\b|\bonline\b|\bapi\b|\bscrap(?:e|ing)\b|\be-?mails? to\b|\bdns\b/i;

/** The findings of the sandbox's policy for which a draft is refused. Rules that are not known refuse too. Pure. */
export function policyProblems(findings: Checked['findings'], spec: ForgeSpec): readonly Problem[] {
	return findings
		.filter(({ rule }) => rule !== 'subprocess' || !spec.capabilities.includes('subprocess'))
		.map(({ rule, line, message }) => ({
			class: 'policy',
			line,
			text: textOf(rule, message),
			...(rule === 'network' && needsNetwork(spec) && { hopeless: orderNeedsNetwork }),
		}));
}

function textOf(rule: string, message: string): string {
	if (rule === 'network') return `${message} (network). ${noNetwork}`;
	if (rule === 'subprocess') return `${message} (subprocess): the order does not allow programs; do it in Python`;
	return `${message} (${rule})`;
}

/** Whether the spec itself speaks of the network, so that no code can meet it. */
function needsNetwork({ purpose, dependencies, input }: ForgeSpec): boolean {
	const declared = dependencies.some((one) =>
		networkDistributions.has(normalizedName(/^[\w.-]*/.exec(one)?.[0] ?? '')),
	);
	const properties = Object.keys(Object(input['properties']));
	return (
		declared || networkWords.test(purpose) || properties.some((name) => networkWords.test(name.replaceAll('_', ' ')))
	);
}
