import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	type Asker,
	admitted,
	emptyLine,
	joined,
	type Line,
	left,
	mostPassed,
	nextIn,
	orderOf,
} from '../../../src/base/queue/line.ts';

function asker(id: string, place = 'p', person = id, since = 0): Asker {
	return { id, place, person, since };
}

function lineOf(...askers: Asker[]): Line {
	return askers.reduce(joined, emptyLine);
}

function letIn(line: Line, many: number): Line {
	const next = many > 0 ? nextIn(line) : undefined;
	return next ? letIn(admitted(line, next.id), many - 1) : line;
}

/** What people do with a line: they come, and those inside or waiting go. */
const steps = fc.array(
	fc.oneof(
		fc.record({ does: fc.constant('comes' as const), place: fc.nat(2), person: fc.nat(2), since: fc.nat(50) }),
		fc.record({ does: fc.constant('goes' as const), at: fc.nat(20) }),
	),
	{ maxLength: 120 },
);

type StepsOf<Type> = Type extends fc.Arbitrary<infer Steps> ? Steps : never;

/** Follows the steps with at most `most` inside, and calls back before each admission. */
function follow(all: StepsOf<typeof steps>, most: number, onAdmission: (line: Line, id: string) => void): Line {
	let line = emptyLine;
	for (const [at, step] of all.entries()) {
		if (step.does === 'comes') line = joined(line, asker(`${at}`, `${step.place}`, `${step.person}`, step.since));
		else {
			const ids = [...line.inside.keys(), ...line.waiting.map(({ id }) => id)];
			line = left(line, ids[step.at % Math.max(1, ids.length)] ?? '');
		}
		for (let next = nextIn(line); next && line.inside.size < most; next = nextIn(line)) {
			onAdmission(line, next.id);
			line = admitted(line, next.id);
		}
	}
	return line;
}

describe('the line', () => {
	it('lets in whoever waits longest where nothing else tells them apart', () => {
		const line = lineOf(asker('late', 'p', 'ada', 9), asker('early', 'p', 'ada', 3), asker('between', 'p', 'ada', 5));
		expect(orderOf(line, 9)).toEqual(['early', 'between', 'late']);
	});

	it('takes turns between people, however many one of them asks for', () => {
		const many = ['a1', 'a2', 'a3', 'a4'].map((id, at) => asker(id, 'p', 'ada', at));
		expect(orderOf(lineOf(...many, asker('b1', 'p', 'bob', 10)), 9)).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
	});

	it('takes turns between places, however many people one of them has', () => {
		const many = ['a', 'b', 'c', 'd'].map((id, at) => asker(id, 'large', id, at));
		expect(orderOf(lineOf(...many, asker('x', 'small', 'x', 10)), 2)).toEqual(['a', 'x']);
	});

	it('lets in first whoever has least inside', () => {
		const inside = letIn(lineOf(asker('a1', 'p', 'ada'), asker('a2', 'p', 'ada')), 2);
		const line = [asker('a3', 'p', 'ada', 1), asker('b1', 'p', 'bob', 2)].reduce(joined, inside);
		expect(nextIn(line)?.id).toBe('b1');
	});

	it('takes nobody in twice', () => {
		const line = letIn(lineOf(asker('a')), 1);
		expect(joined(line, asker('a'))).toBe(line);
		expect(lineOf(asker('a'), asker('a')).waiting).toHaveLength(1);
	});

	it('remembers no more than some hundreds of people', () => {
		let line = emptyLine;
		for (let at = 0; at < 1_500; at += 1) line = left(letIn(joined(line, asker(`${at}`, `${at}`)), 1), `${at}`);
		expect(line.served.size).toBeLessThanOrEqual(1_000);
	});

	it('never has more inside than may be, and loses nobody', () => {
		fc.assert(
			fc.property(steps, fc.integer({ min: 1, max: 5 }), (all, most) => {
				const line = follow(all, most, (before) => expect(before.inside.size).toBeLessThan(most));
				expect(line.inside.size).toBeLessThanOrEqual(most);
				expect(line.waiting.length > 0).toBe(line.waiting.length > 0 && line.inside.size === most);
				const ids = [...line.inside.keys(), ...line.waiting.map(({ id }) => id)];
				expect(new Set(ids).size).toBe(ids.length);
			}),
		);
	});

	it('has nobody passed more often than that, and so lets in everybody', () => {
		fc.assert(
			fc.property(steps, fc.integer({ min: 1, max: 5 }), (all, most) => {
				const passedBy = new Map<string, number>();
				follow(all, most, (line, id) => {
					const at = line.waiting.findIndex((one) => one.id === id);
					for (const { id: elder } of line.waiting.slice(0, at)) passedBy.set(elder, (passedBy.get(elder) ?? 0) + 1);
				});
				expect(Math.max(0, ...passedBy.values())).toBeLessThanOrEqual(mostPassed);
			}),
		);
	});

	it('never lets in a place or person that has more than another that waits and was not passed too often', () => {
		fc.assert(
			fc.property(steps, fc.integer({ min: 1, max: 5 }), (all, most) => {
				follow(all, most, (line, id) => {
					const count = (place: string) => [...line.inside.values()].filter((one) => one.place === place).length;
					const chosen = line.waiting.find((one) => one.id === id);
					if (!chosen || chosen.passed >= mostPassed) return;
					for (const other of line.waiting) expect(count(chosen.place)).toBeLessThanOrEqual(count(other.place));
				});
			}),
		);
	});

	it('gives each of two places that always want more the same number of turns', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (many, few) => {
				const of = (place: string, count: number) =>
					Array.from({ length: count }, (_, at) => asker(`${place}${at}`, place, `${at}`, at));
				const order = orderOf(lineOf(...of('a', many), ...of('b', few)), 2 * Math.min(many, few, mostPassed));
				const ofA = order.filter((id) => id.startsWith('a')).length;
				expect(ofA).toBe(order.length - ofA);
			}),
		);
	});
});
