import PQueue from 'p-queue';
import { z } from 'zod';
import { tryToolResult } from '../../sandbox/built-ins.ts';
import type { SessionFolder } from '../../store/store.ts';
import type { Model } from '../model/model.ts';
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';
import { askCoder, type Draft, type FailedTry } from './coder.ts';
import { addToRegistry, type ForgedTool, snakeCase, toolInputSchema } from './registry.ts';

const most = 4;

const specSchema = z.strictObject({
	name: z.string().min(1).describe('verb_target, such as sum_by_column'),
	category: z.string().min(1).describe('One word, such as tables'),
	purpose: z.string().min(1).max(2000),
	inputs: z.array(toolInputSchema).max(12),
	examples: z.array(z.string().min(1)).min(1).max(5).describe('Input and expected result, in words or JSON'),
});
export type ForgeSpec = z.infer<typeof specSchema>;

/** The Brain's `forge_tool`: the Coder writes, the sandbox tests, at most 4 tries; the Brain learns only what came of it. */
export function forgeTool(coder: Model): Tool {
	// Registering reads, then writes: one at a time.
	const registering = new PQueue({ concurrency: 1 });
	return defineTool({
		name: 'forge_tool',
		description:
			'Have a new, general Python tool made, tested and registered when no tool does the job. Then call it by use_tool. A name that exists gets a new version.',
		args: specSchema,
		run: (args, context) => forge({ coder, registering }, withCleanNames(args), context),
	});
}

function withCleanNames(args: ForgeSpec): ForgeSpec {
	return { ...args, name: snakeCase(args.name, 'tool'), category: snakeCase(args.category, 'general') };
}

type Made = Pick<ForgedTool, 'tries' | 'coder'>;

interface Smithy {
	readonly coder: Model;
	readonly registering: PQueue;
}

async function forge({ coder, registering }: Smithy, spec: ForgeSpec, context: ToolContext): Promise<ToolOutcome> {
	const failed: FailedTry[] = [];
	while (failed.length < most) {
		const tries = failed.length + 1;
		context.output(`try ${tries} of ${most}`);
		const { value: draft, usage } = await askCoder(coder, spec, failed, context.signal);
		const error = await problemOf(draft, context);
		context.session.folder.log({
			event: 'forge-try',
			spec: spec.name,
			try: tries,
			coder: coder.name,
			draft,
			usage,
			error,
		});
		const made = { tries, coder: coder.name };
		if (error === undefined) return registering.add(() => register(spec, draft, made, context.session.folder));
		context.output(`try ${tries}: ${error.split('\n').at(-1) ?? ''}`);
		failed.push({ draft, error });
	}
	return {
		ok: false,
		text: `The tool "${spec.name}" could not be made: ${most} tries failed their checks. Do it by bash, or ask for something simpler.`,
	};
}

/** What is wrong with a draft, for the Coder; undefined when it compiles and passes its tests. */
async function problemOf(draft: Draft, { sandbox, signal }: ToolContext): Promise<string | undefined> {
	const result = await (await sandbox()).call(
		{ tool: 'try_tool', args: { code: draft.code, tests: draft.tests } },
		{ signal },
	);
	const tried = tryToolResult.safeParse(result.data);
	if (!tried.success) return result.text.slice(-1500);
	return tried.data.stage === 'passed' ? undefined : `${tried.data.stage}: ${tried.data.error}`;
}

async function register(spec: ForgeSpec, draft: Draft, made: Made, folder: SessionFolder): Promise<ToolOutcome> {
	const { name, category, purpose, inputs } = spec;
	const tool = { category, name, purpose, inputs, usage: draft.usage, forgedAt: new Date().toISOString(), ...made };
	const manifest = `${JSON.stringify(tool, null, '\t')}\n`;
	const files = { 'tool.py': draft.code, 'tests.py': draft.tests, 'manifest.json': manifest };
	const version = await folder.files.addTool(`${category}/${name}`, files);
	await addToRegistry(folder, { ...tool, version });
	const answer = {
		tool: `${category}/${name}`,
		version,
		inputs: inputs.map((input) => input.name),
		usage: draft.usage,
	};
	return { ok: true, text: JSON.stringify(answer) };
}
