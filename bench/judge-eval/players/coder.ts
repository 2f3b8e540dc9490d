import type { Model, StructuredRequest } from '../../../src/agent/model/model.ts';
import { ModelError } from '../../../src/base/errors.ts';
import type { HiddenTest } from '../problem.ts';
import { filled } from './fill.ts';

/** A model that says how often it was asked. */
export interface CountedModel extends Model {
	calls(): number;
}

export interface CoderScript {
	/** Code of the drafts in turn, the last one for all further ones. */
	readonly drafts: readonly string[];
	/** After so many drafts the model is gone, so that a draft that is refused is not tried for ever. */
	readonly most: number;
	/** The tests of a sample, counted from 0. */
	readonly tests: (sample: number) => readonly HiddenTest[];
	readonly usage?: string;
}

/** A Coder by a script: requests are told apart by their name; what nobody has thought of is answered with the least that fits. */
export function scriptedCoder({
	drafts,
	most,
	tests,
	usage = 'Call it as its example shows',
}: CoderScript): CountedModel {
	let calls = 0;
	let written = 0;
	let samples = 0;
	const answer = ({ name }: Pick<StructuredRequest<unknown>, 'name'>) => {
		if (name === 'tool_tests') {
			samples += 1;
			return { tests: tests(samples - 1) };
		}
		if (name !== 'tool_code') return {};
		if (written >= most) throw new ModelError('unreachable', 'The Coder of this measurement has no further draft');
		written += 1;
		return { code: drafts[Math.min(written, drafts.length) - 1] ?? '', usage, dependencies: [] };
	};
	return {
		name: 'scripted',
		calls: () => calls,
		reply: () => {
			throw new Error('The Coder is asked for structured answers alone');
		},
		async ask(request, signal) {
			signal.throwIfAborted();
			calls += 1;
			return { value: filled(request.schema, answer(request)) };
		},
	};
}

/** Counts what a model is asked. */
export function counted(model: Model): CountedModel {
	let calls = 0;
	return {
		name: model.name,
		calls: () => calls,
		reply: (request, signal) => model.reply(request, signal),
		ask(request, signal) {
			calls += 1;
			return model.ask(request, signal);
		},
	};
}
