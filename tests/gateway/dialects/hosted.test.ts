import { describe, expect, it } from 'vitest';
import type { DialectName, Rewritten } from '../../../src/gateway/dialects/dialect.ts';
import { upstreamHeaders } from '../../../src/gateway/dialects/headers.ts';
import type { HostedFeature, Place } from '../../../src/gateway/dialects/hosted/feature.ts';
import { featureOf, hosted, isHostedModel } from '../../../src/gateway/dialects/hosted/hosted.ts';
import { addresses, least, ownTool, rewrite, rules } from './rewrites.ts';

const table = Object.entries(hosted).flatMap(([dialect, features]) =>
	features.map((feature) => ({ dialect: dialect as DialectName, ...feature, vendor: feature.from.vendor })),
);
const at = (...places: readonly Place[]) => table.filter((row) => places.includes(row.at));
type Row = (typeof table)[number];

/** A request with the feature where clients have it, beside things that are allowed. */
function withFeature({ dialect, at: place, name, example }: Pick<Row, 'dialect' | 'at' | 'name' | 'example'>): object {
	const body: Record<string, unknown> = { ...least[dialect] };
	if (place === 'field') return { ...body, [name]: example };
	if (place === 'tool') return { ...body, tools: [ownTool[dialect], example] };
	if (place === 'item') return { ...body, input: [...least.responses.input, example] };
	if (place === 'model') return { ...body, model: name };
	return withPart[dialect](body, example);
}

const withPart: Readonly<Record<DialectName, (body: object, part: unknown) => object>> = {
	chat: (body, part) => ({ ...body, messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }, part] }] }),
	responses: (body, part) => ({
		...body,
		input: [{ role: 'user', content: [{ type: 'input_text', text: 'hi' }, part] }],
	}),
	messages: (body, part) => ({ ...body, messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }, part] }] }),
	gemini: (body, part) => ({ ...body, contents: [{ role: 'user', parts: [{ text: 'hi' }, part] }] }),
};

/** Every name and text of a value, at any depth; a member that is false asks for nothing. */
function words(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [value];
	const asked = Object.entries(value).filter(([, inner]) => inner !== false);
	return asked.flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...words(inner)]);
}

/** What of the example stands nowhere in a request without it. */
function marks({ example, name, at: place }: HostedFeature, dialect: DialectName): unknown[] {
	const plain = new Set([
		...words(least[dialect]),
		...words(ownTool[dialect]),
		'function',
		'text',
		'image',
		'document',
		'type',
	]);
	const own = place === 'field' ? [name] : words(example);
	return own.filter((word) => typeof word === 'string' && word.length > 3 && !plain.has(word));
}

function expectGone(row: Row, rewritten: Rewritten): void {
	if (rewritten.kind === 'refused') {
		expect(rewritten.sentence).toMatch(/\w{3}.*\.$/);
		return;
	}
	const left = new Set(words(JSON.parse(rewritten.body)));
	expect(marks(row, row.dialect).filter((word) => left.has(word))).toEqual([]);
	expect(rewritten.body).not.toMatch(/example\.com|youtu\.be|file-1|file_1|vs_1|cachedContents/);
	const [{ feature, sentence } = { feature: '', sentence: '' }] = rewritten.stripped;
	expect(feature).toMatch(/\w/);
	expect(sentence).toContain(feature);
}

describe('hosted features', () => {
	it('are known of every vendor, each with where that is written', () => {
		const vendors = new Set(table.map(({ vendor }) => vendor));
		const named = ['OpenAI', 'Anthropic', 'Google', 'xAI', 'Mistral', 'OpenRouter', 'Perplexity', 'Groq'];
		for (const vendor of [...named, 'Alibaba', 'Moonshot', 'Z.ai', 'Cohere', 'Azure'])
			expect(vendors).toContain(vendor);
		for (const vendor of ['Tencent', 'Fireworks', 'LiteLLM', 'vLLM', 'SGLang', 'Vercel'])
			expect(vendors).toContain(vendor);
		for (const { from } of table) {
			expect(from.document).toMatch(/^https:\/\/[\w.-]+\/\S+$/);
			expect(from.section).toMatch(/^\S.*\S$/);
		}
		expect(table.length).toBeGreaterThan(300);
	});

	it.each(at('field', 'tool', 'part', 'item'))('$dialect: nothing is left of $vendor’s $at $name', (row) => {
		expectGone(row, rewrite(addresses[row.dialect], withFeature(row)));
	});

	it.each(at('field', 'tool', 'part', 'item'))('$dialect: what is allowed stays beside $vendor’s $at $name', (row) => {
		const rewritten = rewrite(addresses[row.dialect], withFeature(row));
		if (rewritten.kind === 'refused') return;
		expect(rewritten.body).toContain('hi');
		if (row.at === 'tool') expect(rewritten.body).toContain('"own"');
	});

	it.each(at('model'))('$dialect: $name is asked nothing, even where it is listed', ({ dialect, name }) => {
		const under = { ...rules, models: [name] };
		expect(
			rewrite(addresses[dialect], withFeature({ dialect, at: 'model', name, example: name }), under),
		).toMatchObject({
			kind: 'refused',
			status: 404,
		});
	});

	it.each(at('beta'))('anthropic-beta: $name does not go upstream', ({ name }) => {
		const headers = upstreamHeaders('messages', { 'anthropic-beta': `effort-2025-11-24,${name}, ${name}` }, true, 'k');
		expect(headers['anthropic-beta']).toBe('effort-2025-11-24');
	});

	it.each(hosted.gemini.filter(({ at: place }) => place !== 'model'))(
		'gemini: nothing is left of $name with underscores',
		(feature) => {
			const name = feature.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
			const example =
				feature.at === 'field' ? feature.example : { [name]: Object.values(feature.example as object)[0] };
			const row = { ...feature, dialect: 'gemini' as const, vendor: 'Google', name, example };
			expectGone(row, rewrite(addresses.gemini, withFeature(row)));
		},
	);

	it.each(hosted.messages.filter(({ at: place }) => place === 'tool' || place === 'field'))(
		'messages: $name is not counted either',
		(feature) => {
			const row = { ...feature, dialect: 'messages' as const, vendor: 'Anthropic' };
			expectGone(row, rewrite('/v1/messages/count_tokens', withFeature(row)));
		},
	);

	it('are called by one name at each place', () => {
		for (const { dialect, at: place, name } of at('field', 'tool', 'item'))
			expect(featureOf(dialect, place, name)).toMatch(/^[a-z]/i);
	});
});

describe('isHostedModel()', () => {
	it.each([
		'gpt-5',
		'claude-sonnet-4-5',
		'gemini-2.5-pro',
		'qwen3-coder-plus',
		'research-7b',
		'sonarqube',
		'my-searcher',
		'glm-4.7:free',
	])('lets %s be asked', (name) => {
		expect(isHostedModel(name)).toBe(false);
	});
});
