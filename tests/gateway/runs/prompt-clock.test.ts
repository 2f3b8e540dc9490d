import { expect, it } from 'vitest';
import { createPromptClock } from '../../../src/gateway/runs/prompt-clock.ts';

function clockAt(start: number) {
	const seen: string[] = [];
	let at = start;
	const clock = createPromptClock({
		mostMs: 60_000,
		onShut: () => seen.push('shut'),
		onUsedUp: () => seen.push('used up'),
		now: () => at,
	});
	return { clock, seen, pass: (ms: number) => (at += ms) };
}

it('counts prompts that overlap once, and nothing between them', () => {
	const { clock, seen, pass } = clockAt(5);
	const first = clock.begin();
	pass(100);
	const second = clock.begin();
	pass(100);
	first[Symbol.dispose]();
	pass(100);
	expect([clock.isOpen(), clock.elapsed(), seen]).toEqual([true, 300, []]);
	second[Symbol.dispose]();
	second[Symbol.dispose]();
	pass(1_000);
	expect([clock.isOpen(), clock.elapsed(), seen]).toEqual([false, 300, ['shut']]);
	using _third = clock.begin();
	pass(50);
	expect(clock.elapsed()).toBe(350);
});

it('is shut for good when it is disposed, whatever is under way', () => {
	const { clock, seen } = clockAt(0);
	const prompt = clock.begin();
	clock.begin();
	clock[Symbol.dispose]();
	prompt[Symbol.dispose]();
	clock[Symbol.dispose]();
	expect([clock.isOpen(), seen]).toEqual([false, ['shut']]);
});
