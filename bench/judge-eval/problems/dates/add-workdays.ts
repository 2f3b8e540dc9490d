import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text, whole } from '../words.ts';

export const addWorkdays: Problem = {
	order: {
		name: 'dates/add_workdays',
		purpose:
			'The date that is a number of workdays after a date (before it where days is negative). Workdays are Monday to Friday without the holidays; the start itself is not counted, and with 0 days it is the result as it is. Dates are YYYY-MM-DD; anything else is refused.',
		input: record({ start: text, days: whole, 'holidays?': list(text) }),
		output: record({ date: text }),
		examples: [
			{ input: { start: '2024-03-01', days: 1 }, output: { date: '2024-03-04' } },
			{
				input: { start: '2024-12-24', days: 1, holidays: ['2024-12-25', '2024-12-26'] },
				output: { date: '2024-12-27' },
			},
		],
		rejects: [{ input: { start: '2024-02-30', days: 1 } }],
	},
	right: py`
from datetime import date, timedelta


def read(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"{text} is no date as YYYY-MM-DD") from error


def run(input: dict) -> dict:
    day = read(input["start"])
    free = {read(text) for text in input.get("holidays", [])}
    step = 1 if input["days"] > 0 else -1
    left = abs(input["days"])
    while left > 0:
        day += timedelta(days=step)
        if day.weekday() < 5 and day not in free:
            left -= 1
    return {"date": day.isoformat()}
`,
	other: [
		py`
import datetime

import numpy


def day_of(text: str) -> datetime.date:
    return datetime.datetime.strptime(text, "%Y-%m-%d").date()


def run(input: dict) -> dict:
    start = day_of(input["start"])
    holidays = [day_of(text).isoformat() for text in input.get("holidays") or []]
    days = input["days"]
    if days == 0:
        return {"date": start.isoformat()}
    roll = "backward" if days > 0 else "forward"
    moved = numpy.busday_offset(start.isoformat(), days, roll=roll, holidays=holidays)
    return {"date": str(moved)}
`,
	],
	tests: [
		{ name: 'no days on a Sunday', input: { start: '2024-03-03', days: 0 }, output: { date: '2024-03-03' } },
		{ name: 'back over a weekend', input: { start: '2024-03-04', days: -1 }, output: { date: '2024-03-01' } },
		{ name: 'a week', input: { start: '2024-03-06', days: 5 }, output: { date: '2024-03-13' } },
		{ name: 'from a Saturday', input: { start: '2024-03-02', days: 1 }, output: { date: '2024-03-04' } },
		{
			name: 'a holiday on a Sunday',
			input: { start: '2024-03-01', days: 2, holidays: ['2024-03-03'] },
			output: { date: '2024-03-05' },
		},
		{ name: 'no date', input: { start: 'tomorrow', days: 1 }, error: '' },
	],
	wrong: [
		{ of: 0, output: { date: '2024-03-04' }, why: 'moved to the next workday' },
		{ of: 2, output: { date: '2024-03-12' }, why: 'counted the start' },
		{ of: 4, output: { date: '2024-03-06' }, why: 'made up for the holiday on Monday' },
	],
	faults: [
		fault('boundary', ['day.weekday() < 5', 'day.weekday() < 6']),
		fault('missing-case', [' and day not in free', '']),
		fault('operator', ['step = 1 if input["days"] > 0 else -1', 'step = 1']),
		fault('off-by-one', ['while left > 0:', 'while left > 1:']),
		fault('order', [
			'        day += timedelta(days=step)\n        if day.weekday() < 5 and day not in free:\n            left -= 1\n',
			'        if day.weekday() < 5 and day not in free:\n            left -= 1\n        day += timedelta(days=step)\n',
		]),
	],
};
