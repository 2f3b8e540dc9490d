import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text, whole } from '../words.ts';

const span = record({ from: text, to: text });

export const findGaps: Problem = {
	order: {
		name: 'dates/find_gaps',
		purpose:
			'The free times of a day from 09:00 to 17:00 beside meetings, each at least minutes long, in their order. Times are HH:MM; meetings may overlap, touch, be in any order, and lie outside of the day in part. A meeting that does not end after it begins, a time that is none, or minutes below 1 are refused.',
		input: record({ meetings: list(span), minutes: whole }),
		output: record({ free: list(span) }),
		examples: [
			{
				input: { meetings: [{ from: '10:00', to: '11:00' }], minutes: 60 },
				output: {
					free: [
						{ from: '09:00', to: '10:00' },
						{ from: '11:00', to: '17:00' },
					],
				},
			},
			{ input: { meetings: [{ from: '08:00', to: '16:30' }], minutes: 45 }, output: { free: [] } },
		],
		rejects: [{ input: { meetings: [{ from: '11:00', to: '11:00' }], minutes: 15 } }],
	},
	right: py`
import re


def minutes_of(text: str) -> int:
    found = re.fullmatch(r"([01][0-9]|2[0-3]):([0-5][0-9])", text)
    if not found:
        raise ValueError(f"{text} is no time as HH:MM")
    return int(found[1]) * 60 + int(found[2])


def shown(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def run(input: dict) -> dict:
    if input["minutes"] < 1:
        raise ValueError("minutes must be at least 1")
    busy = sorted((minutes_of(one["from"]), minutes_of(one["to"])) for one in input["meetings"])
    if any(start >= end for start, end in busy):
        raise ValueError("A meeting must end after it begins")
    free, at = [], 9 * 60
    for start, end in [*busy, (17 * 60, 17 * 60)]:
        until = min(start, 17 * 60)
        if until - at >= input["minutes"]:
            free.append({"from": shown(at), "to": shown(until)})
        at = max(at, end)
    return {"free": free}
`,
	other: [
		py`
from datetime import datetime


def minute(text: str) -> int:
    if len(text) != 5:
        raise ValueError("Times are HH:MM")
    clock = datetime.strptime(text, "%H:%M")
    return clock.hour * 60 + clock.minute


def run(input: dict) -> dict:
    least = input["minutes"]
    taken = [False] * (24 * 60)
    for meeting in input["meetings"]:
        begin, end = minute(meeting["from"]), minute(meeting["to"])
        if end <= begin:
            raise ValueError("A meeting ends before it begins")
        taken[begin:end] = [True] * (end - begin)
    if least <= 0:
        raise ValueError("The length must be positive")
    free, begin = [], None
    for now in range(540, 1021):
        is_free = now < 1020 and not taken[now]
        if is_free and begin is None:
            begin = now
        if not is_free and begin is not None:
            if now - begin >= least:
                clocks = ["%02d:%02d" % divmod(one, 60) for one in (begin, now)]
                free.append({"from": clocks[0], "to": clocks[1]})
            begin = None
    return {"free": free}
`,
	],
	tests: [
		{ name: 'no meetings', input: { meetings: [], minutes: 30 }, output: { free: [{ from: '09:00', to: '17:00' }] } },
		{
			name: 'overlapping',
			input: {
				meetings: [
					{ from: '09:00', to: '12:00' },
					{ from: '10:00', to: '11:00' },
				],
				minutes: 1,
			},
			output: { free: [{ from: '12:00', to: '17:00' }] },
		},
		{
			name: 'exactly long enough',
			input: { meetings: [{ from: '09:30', to: '17:00' }], minutes: 30 },
			output: { free: [{ from: '09:00', to: '09:30' }] },
		},
		{
			name: 'unsorted and touching',
			input: {
				meetings: [
					{ from: '13:00', to: '17:00' },
					{ from: '09:00', to: '13:00' },
				],
				minutes: 1,
			},
			output: { free: [] },
		},
		{
			name: 'after the day',
			input: { meetings: [{ from: '18:00', to: '19:00' }], minutes: 60 },
			output: { free: [{ from: '09:00', to: '17:00' }] },
		},
		{ name: 'no time', input: { meetings: [{ from: '9', to: '10:00' }], minutes: 5 }, error: '' },
	],
	wrong: [
		{ of: 2, output: { free: [] }, why: 'longer than, not at least' },
		{ of: 4, output: { free: [{ from: '09:00', to: '18:00' }] }, why: 'the day goes on until the meeting' },
		{ of: 0, output: { free: [] }, why: 'nothing between no meetings' },
	],
	faults: [
		fault('boundary', ['until - at >= input', 'until - at > input']),
		fault('operator', ['at = max(at, end)', 'at = end']),
		fault('missing-case', ['until = min(start, 17 * 60)', 'until = start']),
		fault('order', [
			'busy = sorted((minutes_of(one["from"]), minutes_of(one["to"])) for one in input["meetings"])',
			'busy = [(minutes_of(one["from"]), minutes_of(one["to"])) for one in input["meetings"]]',
		]),
		fault('boundary', ['start >= end for', 'start > end for']),
		fault('missing-case', ['[*busy, (17 * 60, 17 * 60)]', 'busy']),
	],
};
