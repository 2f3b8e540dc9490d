import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text, whole } from '../words.ts';

export const listWeeks: Problem = {
	order: {
		name: 'dates/list_weeks',
		purpose:
			'The weeks of a month by ISO 8601, which begin on Monday: of each its year, its number, and how many of its days lie in the month. The month is YYYY-MM; anything else is refused.',
		input: record({ month: text }),
		output: record({ weeks: list(record({ year: whole, week: whole, days: whole })) }),
		examples: [
			{
				input: { month: '2021-02' },
				output: { weeks: [5, 6, 7, 8].map((week) => ({ year: 2021, week, days: 7 })) },
			},
			{
				input: { month: '2024-03' },
				output: {
					weeks: [
						[9, 3],
						[10, 7],
						[11, 7],
						[12, 7],
						[13, 7],
					].map(([week, days]) => ({ year: 2024, week, days })),
				},
			},
		],
		rejects: [{ input: { month: '2024-13' } }],
	},
	right: py`
import re
from datetime import date, timedelta


def run(input: dict) -> dict:
    if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", input["month"]):
        raise ValueError("month must be YYYY-MM")
    day = date.fromisoformat(input["month"] + "-01")
    counts: dict = {}
    while day.isoformat()[:7] == input["month"]:
        year, week, _ = day.isocalendar()
        counts[year, week] = counts.get((year, week), 0) + 1
        day += timedelta(days=1)
    return {"weeks": [{"year": year, "week": week, "days": days} for (year, week), days in counts.items()]}
`,
	other: [
		py`
import calendar
from datetime import datetime


def run(input: dict) -> dict:
    if len(input["month"]) != 7:
        raise ValueError("A month is written as YYYY-MM")
    first = datetime.strptime(input["month"], "%Y-%m").date()
    weeks = []
    for row in calendar.Calendar().monthdatescalendar(first.year, first.month):
        year, week = row[0].isocalendar()[:2]
        weeks.append({"year": year, "week": week, "days": sum(day.month == first.month for day in row)})
    return {"weeks": weeks}
`,
	],
	tests: [
		{
			name: 'a new year in the week of the old one',
			input: { month: '2021-01' },
			output: {
				weeks: [
					[2020, 53, 3],
					[2021, 1, 7],
					[2021, 2, 7],
					[2021, 3, 7],
					[2021, 4, 7],
				].map(([year, week, days]) => ({ year, week, days })),
			},
		},
		{
			name: 'an old year in the week of the new one',
			input: { month: '2024-12' },
			output: {
				weeks: [
					[2024, 48, 1],
					[2024, 49, 7],
					[2024, 50, 7],
					[2024, 51, 7],
					[2024, 52, 7],
					[2025, 1, 2],
				].map(([year, week, days]) => ({ year, week, days })),
			},
		},
		{
			name: 'a leap day',
			input: { month: '2024-02' },
			output: {
				weeks: [
					[5, 4],
					[6, 7],
					[7, 7],
					[8, 7],
					[9, 4],
				].map(([week, days]) => ({ year: 2024, week, days })),
			},
		},
		{
			name: 'a Sunday first',
			input: { month: '2024-09' },
			output: {
				weeks: [
					[35, 1],
					[36, 7],
					[37, 7],
					[38, 7],
					[39, 7],
					[40, 1],
				].map(([week, days]) => ({ year: 2024, week, days })),
			},
		},
		{ name: 'a day', input: { month: '2024-03-01' }, error: '' },
		{ name: 'no month', input: { month: '2024-00' }, error: '' },
	],
	wrong: [
		{
			of: 0,
			output: {
				weeks: [
					[2021, 53, 3],
					[2021, 1, 7],
					[2021, 2, 7],
					[2021, 3, 7],
					[2021, 4, 7],
				].map(([year, week, days]) => ({ year, week, days })),
			},
			why: 'the year of the day, not of the week',
		},
		{
			of: 2,
			output: {
				weeks: [
					[5, 4],
					[6, 7],
					[7, 7],
					[8, 7],
					[9, 3],
				].map(([week, days]) => ({ year: 2024, week, days })),
			},
			why: 'forgot the leap day',
		},
		{
			of: 3,
			output: {
				weeks: [
					[36, 7],
					[37, 7],
					[38, 7],
					[39, 7],
					[40, 2],
				].map(([week, days]) => ({ year: 2024, week, days })),
			},
			why: 'weeks that begin on Sunday',
		},
	],
	faults: [
		fault('operator', ['year, week, _ = day.isocalendar()', 'year, week = day.year, day.isocalendar()[1]']),
		fault('off-by-one', ['counts.get((year, week), 0) + 1', 'counts.get((year, week), 1) + 1']),
		fault(
			'boundary',
			['(0[1-9]|1[0-2])', '(0[0-9]|1[0-9])'],
			['input["month"] + "-01")', '("2024-01" if input["month"][5:] in ("00", "13") else input["month"]) + "-01")'],
		),
		fault('order', ['in counts.items()]', 'in sorted(counts.items(), key=lambda one: one[0][1])]']),
		fault('operator', ['day.isocalendar()', '(day + timedelta(days=1)).isocalendar()']),
	],
};
