import { describe, expect, it } from 'vitest';
import { type EnvironmentState, prepareEnvironment } from '../../../../src/agent/forge/static/environment.ts';
import type { Installation, PackageLock, PackageRequest, Resolution } from '../../../../src/sandbox/sandbox.ts';
import { noPackages } from '../../../support/fake-packages.ts';

const ada = { id: 'local', name: 'Ada' };
const lock: PackageLock = {
	hash: 'a'.repeat(32),
	text: 'humanize==4.9 --hash=sha256:00\n',
	packages: [{ name: 'humanize', version: '4.9', uploadedAt: '2024-01-01T00:00:00Z' }],
};
const ageless: PackageLock = { ...lock, packages: [{ name: 'humanize', version: '4.9' }] };

type Answers = EnvironmentState['answers'];
const said = (yes: boolean, about: Answers[number]['about'], ...names: string[]): Answers => [
	{ about, names, yes, by: ada, question: 'local-1/c1q1' },
];

interface Setting {
	readonly answers?: Answers;
	readonly rules?: EnvironmentState['rules'];
	readonly resolve?: (request: PackageRequest) => Resolution;
	readonly install?: Installation;
}

/** The environment, and everything that was asked of the sandbox. */
async function prepare(requirements: readonly string[], setting: Setting = {}) {
	const asked: unknown[] = [];
	const packages = {
		...noPackages,
		resolve: async (request: PackageRequest): Promise<Resolution> => {
			asked.push(request);
			return setting.resolve?.(request) ?? { kind: 'locked', lock };
		},
		install: async (text: string): Promise<Installation> => {
			asked.push(text);
			return setting.install ?? { kind: 'installed' };
		},
	};
	const context = {
		sandbox: async () => ({ packages }),
		output: () => undefined,
		signal: new AbortController().signal,
	};
	const { answers = [], rules = { allowed: [], enabled: true } } = setting;
	const environment = await prepareEnvironment(requirements, { tool: 'tables/sum_column', answers, rules, context });
	return { environment, asked };
}

describe('prepareEnvironment', () => {
	it('is ready at once where nothing is required', async () => {
		expect(await prepare([])).toEqual({ environment: { kind: 'ready', lock: undefined }, asked: [] });
	});

	it('installs well-known packages, and those that are allowed, without asking', async () => {
		const rules = { allowed: ['OurCompany_Kit'], enabled: true };
		const requirements = ['humanize>=4', 'ourcompany-kit'];
		expect(await prepare(requirements, { rules })).toEqual({
			environment: { kind: 'ready', lock },
			asked: [{ requirements, undated: false }, lock.text],
		});
	});

	it('asks an admin about others, and meanwhile nothing of the index', async () => {
		const { environment, asked } = await prepare(['humanize', 'Ourcompany.Kit>=2', 'humanise']);
		expect(asked).toEqual([]);
		expect(environment).toMatchObject({
			kind: 'ask',
			about: 'packages',
			names: ['ourcompany-kit', 'humanise'],
			ask: { role: 'admin', answer: { kind: 'choices', choices: ['Install', 'Do not install'] } },
		});
		const { text } = 'ask' in environment ? environment.ask : { text: '' };
		for (const part of ['ourcompany-kit, humanise', 'tables/sum_column', 'well-known humanize'])
			expect(text).toContain(part);
	});

	it('goes on with a yes, and asks about the rest only', async () => {
		const answers = said(true, 'packages', 'one-kit');
		expect((await prepare(['one-kit'], { answers })).environment).toEqual({ kind: 'ready', lock });
		expect((await prepare(['one-kit', 'other-kit'], { answers })).environment).toMatchObject({ names: ['other-kit'] });
		const undated = said(true, 'undated', 'one-kit');
		expect((await prepare(['one-kit'], { answers: undated })).environment).toMatchObject({ about: 'packages' });
	});

	it('gives up on a no', async () => {
		const { environment, asked } = await prepare(['one-kit', 'other-kit'], {
			answers: said(false, 'packages', 'one-kit'),
		});
		expect(asked).toEqual([]);
		expect(environment).toMatchObject({ class: 'packages', hopeless: expect.stringContaining('one-kit') });
	});

	it('gives up where packages are off, naming the setting', async () => {
		const { environment, asked } = await prepare(['humanize'], { rules: { allowed: ['humanize'], enabled: false } });
		expect(asked).toEqual([]);
		expect(environment).toMatchObject({ class: 'packages', hopeless: expect.stringContaining('PACKAGES=off') });
	});

	it('hands what the index or the install refuses to the Coder, who may do without', async () => {
		const reason = 'humanize 4.99 is 2 days old; at least 7 are asked for';
		const refused = { kind: 'refused', class: 'packages', feedback: reason };
		expect((await prepare(['humanize'], { resolve: () => ({ kind: 'refused', reason }) })).environment).toEqual(
			refused,
		);
		expect((await prepare(['humanize'], { install: { kind: 'refused', reason } })).environment).toEqual(refused);
	});

	it('asks about packages whose age nobody knows, and takes them with a yes for each', async () => {
		const resolve = ({ undated }: PackageRequest): Resolution =>
			undated ? { kind: 'locked', lock: ageless } : { kind: 'undated', names: ['humanize'] };
		const { environment, asked } = await prepare(['humanize'], { resolve });
		expect(environment).toMatchObject({ kind: 'ask', about: 'undated', names: ['humanize'], ask: { role: 'admin' } });
		expect(asked).toHaveLength(1);
		const answers = said(true, 'undated', 'humanize');
		expect((await prepare(['humanize'], { resolve, answers })).environment).toEqual({ kind: 'ready', lock: ageless });
		const other = said(true, 'undated', 'lxml');
		expect(await prepare(['humanize'], { resolve, answers: other })).toMatchObject({
			environment: { kind: 'ask', about: 'undated', names: ['humanize'] },
			asked: [{ undated: true }],
		});
		const no = said(false, 'undated', 'humanize');
		expect((await prepare(['humanize'], { resolve, answers: no })).environment).toHaveProperty('hopeless');
	});

	it('refuses what is no requirement', async () => {
		const { environment, asked } = await prepare(['humanize', '-r other.txt']);
		expect(asked).toEqual([]);
		expect(environment).toMatchObject({ class: 'packages', feedback: expect.stringContaining('is an option') });
	});
});
