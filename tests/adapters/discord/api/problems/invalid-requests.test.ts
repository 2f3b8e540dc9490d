import { describe, expect, it } from 'vitest';
import {
	createInvalidCounter,
	mostInvalid,
} from '../../../../../src/adapters/discord/api/problems/invalid-requests.ts';
import { createHandClock } from '../../../../support/jumping-clock.ts';
import { recordingLogger } from '../recording-logger.ts';

const none = new Headers();

function counted() {
	const clock = createHandClock();
	const { log, lines } = recordingLogger();
	const counter = createInvalidCounter({ clock, log });
	const note = (times: number, status: number, headers = none) => {
		for (let done = 0; done < times; done += 1) counter.note(status, headers);
	};
	return { clock, lines, counter, note };
}

describe('requests that Discord calls invalid', () => {
	it('stop all requests before its gate bans the machine, until ten minutes are over', async () => {
		const { clock, lines, counter, note } = counted();
		note(mostInvalid - 1, 403);
		counter.admit();
		note(1, 401);
		expect(() => counter.admit()).toThrow('refused 5000 requests within ten minutes');
		expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
		await clock.advance(10 * 60_000 - 1);
		expect(() => counter.admit()).toThrow();
		await clock.advance(1);
		counter.admit();
		note(1, 403);
		counter.admit();
	});

	it('are told in the log each five hundred', () => {
		const { lines, note } = counted();
		note(1499, 429);
		expect(lines.map(({ level, fields }) => [level, fields['count']])).toEqual([
			['warn', 500],
			['warn', 1000],
		]);
	});

	it('are no answers of other kinds, and no limits that are shared', () => {
		const { counter, note } = counted();
		note(mostInvalid, 400);
		note(mostInvalid, 404);
		note(mostInvalid, 200);
		note(mostInvalid, 429, new Headers({ 'x-ratelimit-scope': 'shared' }));
		counter.admit();
	});
});
