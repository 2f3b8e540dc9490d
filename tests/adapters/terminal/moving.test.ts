import { describe, expect, it } from 'vitest';
import type { AgentEvent, Telling } from '../../../src/chat/events.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import type { AnswerShape, Question } from '../../../src/chat/question.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { contractQuestion } from '../adapter-contract.ts';
import { createFakeCore } from '../fake-core.ts';
import { openTerminal } from './open-terminal.ts';

type Kind = 'plain' | 'keys';

/** A core with sessions: `/new` and `/load` lead into another one, `ask` asks in the one that there is. */
function createCore(answer: AnswerShape) {
	let session = 'one';
	const questions = new Map<string, Question>();
	const sessions = ['one', 'two'];

	function told(inbound: Inbound & { readonly type: 'command' }): Telling {
		const to = inbound.name === 'new' ? 'two' : inbound.args;
		if (inbound.name !== 'status' && sessions.includes(to)) session = to;
		const turn = `turn-${inbound.key}`;
		const events = [{ type: 'notice', key: `${turn}/n`, text: `Done: ${inbound.name}` }] as const;
		return { session, turn, answers: inbound.key, events };
	}

	async function* turnFor(inbound: Inbound, turn: string): AsyncGenerator<AgentEvent> {
		yield { type: 'turn-started', session, turn };
		if (inbound.type === 'message' && inbound.text.includes('ask')) {
			const question = { ...contractQuestion, id: `q-${session}`, session, turn, answer };
			questions.set(session, question);
			yield { type: 'question', key: `${turn}/q`, question };
			yield { type: 'turn-ended', key: `${turn}/e`, turn, outcome: 'waiting', question: question.id };
			return;
		}
		yield { type: 'message', key: `${turn}/m`, step: 1, text: `Heard in ${session}`, final: true };
		yield { type: 'turn-ended', key: `${turn}/e`, turn, outcome: 'done' };
	}

	const core = createFakeCore((inbound) =>
		inbound.type === 'command' ? told(inbound) : turnFor(inbound, `turn-${inbound.key}`),
	);
	const looking = async () => ({ session, open: [...questions.values()].filter((one) => one.session === session) });
	return { ...core, looking };
}

async function open(kind: Kind, answer: AnswerShape = { kind: 'text' }) {
	const dir = await tempDir();
	const core = createCore(answer);
	const under = await openTerminal({ ...core, folder: dir.path, isTty: kind === 'keys' });
	core.attach(under.terminal);
	const said = () => core.inbounds.map((inbound) => ('text' in inbound ? inbound.text : inbound.type));
	return {
		...under,
		core,
		said,
		async type(line: string) {
			const before = core.inbounds.length;
			under.input.write(kind === 'plain' ? `${line}\n` : `${line}\r`);
			await waitFor(() => core.inbounds.length > before, `"${line}" to be taken in`);
		},
		shows: (text: string) => waitFor(() => under.screen().join('\n').includes(text), `"${text}" on the screen`),
		prompts: (prompt: string) => waitFor(() => under.screen().at(-1) === prompt, `the prompt "${prompt}"`),
		async [Symbol.asyncDispose]() {
			await under[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

describe.each<Kind>(['plain', 'keys'])('a question, with %s', (kind) => {
	it.each(['/new', '/load two'])('is not answered by what is said after %s', async (command) => {
		await using at = await open(kind);
		await at.type('ask me');
		await at.shows('your answer');
		await at.type(command);
		await at.type('a new request');
		await at.shows('Heard in two');
		expect(at.said()).toEqual(['ask me', 'command', 'a new request']);
	});

	it('is still asked after a command that leads nowhere else', async () => {
		await using at = await open(kind);
		await at.type('ask me');
		await at.shows('your answer');
		await at.type('/load nowhere');
		await at.shows('Done: load');
		if (kind === 'keys') await at.prompts('your answer ›');
		await at.type('an answer');
		expect(at.said()).toEqual(['ask me', 'command', 'answer']);
	});

	it('is asked again where one has gone and come back before that was known', async () => {
		await using at = await open(kind);
		await at.type('ask me');
		await at.shows('your answer');
		for (const line of ['/new', '/load one']) at.input.write(kind === 'plain' ? `${line}\n` : `${line}\r`);
		await waitFor(() => at.output().split('Which column holds the region?').length >= 3, 'the question, again');
		await at.type('an answer');
		expect(at.core.inbounds.at(-1)).toMatchObject({ type: 'answer', question: 'q-one', value: 'an answer' });
	});

	it('is asked again where one comes back to its session', async () => {
		await using at = await open(kind);
		await at.type('ask me');
		await at.shows('your answer');
		await at.type('/new');
		if (kind === 'keys') await at.prompts('›');
		await at.type('/load one');
		await waitFor(() => at.output().split('Which column holds the region?').length >= 3, 'the question, again');
		if (kind === 'keys') await at.prompts('your answer ›');
		await at.type('an answer');
		expect(at.core.inbounds.at(-1)).toMatchObject({ type: 'answer', question: 'q-one', value: 'an answer' });
	});
});

describe('a message of several lines', () => {
	it('is written with Alt-Enter, its files found', async () => {
		await using at = await open('keys');
		at.input.write('one\u001b\rtwo\u001b[13;2uthree');
		await at.prompts('› one ⏎ two ⏎ three');
		await at.type('');
		expect(at.said()).toEqual(['one\ntwo\nthree']);
	});

	it('is pasted by a terminal that marks no paste', async () => {
		await using at = await open('keys');
		at.input.write('one\r\ttwo\r');
		await at.prompts('› [2 lines: one]');
		await waitFor(() => at.input.write('\r') && at.core.inbounds.length > 0, 'the message to be taken in');
		expect(at.said()).toEqual(['one\n\ttwo']);
	});
});

describe('a line that is not taken', () => {
	it.each([
		['ask me\r', '1-2 ›', 'the third one, please', '1-2 › the third one, please'],
		['', '›', '/statuss', '› /statuss'],
		['', '›', 'see @big.csv', '› see @big.csv'],
	])('after %j at "%s" comes back: %j', async (before, prompt, line, shown) => {
		await using at = await open('keys', { kind: 'choices', choices: ['area', 'region'] });
		if (before !== '') at.input.write(before);
		await at.prompts(prompt);
		at.input.write(line.replace('big.csv', '/dev/null'));
		at.input.write('\r');
		await at.prompts(shown.replace('big.csv', '/dev/null'));
	});
});
