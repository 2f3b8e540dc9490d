import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text, whole } from '../words.ts';

export const countDays: Problem = {
	order: {
		name: 'dates/count_days',
		purpose:
			'How many days a time away has, first and last day included, and how many of them are Saturdays or Sundays, and in which months (YYYY-MM) they lie. Dates are YYYY-MM-DD. A last day before the first one is refused.',
		input: record({ first: text, last: text }),
		output: record({ days: whole, weekend: whole, months: list(text) }),
		examples: [
			{
				input: { first: '2024-05-30', last: '2024-06-02' },
				output: { days: 4, weekend: 2, months: ['2024-05', '2024-06'] },
			},
			{ input: { first: '2024-05-06', last: '2024-05-06' }, output: { days: 1, weekend: 0, months: ['2024-05'] } },
		],
		rejects: [{ input: { first: '2024-05-06', last: '2024-05-05' } }, { input: { first: 'May', last: '2024-05-05' } }],
	},
	right: py`
from datetime import date, timedelta


def run(input: dict) -> dict:
    first, last = date.fromisoformat(input["first"]), date.fromisoformat(input["last"])
    if last < first:
        raise ValueError("The last day is before the first one")
    days = [first + timedelta(days=offset) for offset in range((last - first).days + 1)]
    weekend = sum(day.weekday() >= 5 for day in days)
    months = sorted({day.isoformat()[:7] for day in days})
    return {"days": len(days), "weekend": weekend, "months": months}
`,
	other: [
		py`
import pandas


def run(input: dict) -> dict:
    try:
        first, last = (pandas.to_datetime(input[name], format="%Y-%m-%d") for name in ("first", "last"))
    except Exception as error:
        raise ValueError("first and last must be dates as YYYY-MM-DD") from error
    days = pandas.date_range(first, last)
    if len(days) == 0:
        raise ValueError("last must not be before first")
    months = list(dict.fromkeys(days.strftime("%Y-%m")))
    return {"days": len(days), "weekend": int((days.dayofweek > 4).sum()), "months": months}
`,
	],
	tests: [
		{
			name: 'a leap day',
			input: { first: '2024-02-28', last: '2024-03-01' },
			output: { days: 3, weekend: 0, months: ['2024-02', '2024-03'] },
		},
		{
			name: 'a Saturday',
			input: { first: '2024-05-04', last: '2024-05-04' },
			output: { days: 1, weekend: 1, months: ['2024-05'] },
		},
		{
			name: 'a new year',
			input: { first: '2023-12-31', last: '2024-01-01' },
			output: { days: 2, weekend: 1, months: ['2023-12', '2024-01'] },
		},
		{
			name: 'two weeks',
			input: { first: '2024-05-06', last: '2024-05-19' },
			output: { days: 14, weekend: 4, months: ['2024-05'] },
		},
		{
			name: 'no leap year',
			input: { first: '2023-02-01', last: '2023-02-28' },
			output: { days: 28, weekend: 8, months: ['2023-02'] },
		},
		{ name: 'no such day', input: { first: '2023-02-29', last: '2023-03-01' }, error: '' },
	],
	wrong: [
		{ of: 0, output: { days: 2, weekend: 0, months: ['2024-02', '2024-03'] }, why: 'left the last day out' },
		{ of: 3, output: { days: 13, weekend: 4, months: ['2024-05'] }, why: 'the difference of the dates' },
		{ of: 2, output: { days: 2, weekend: 0, months: ['2023-12', '2024-01'] }, why: 'a wrong weekday' },
	],
	faults: [
		fault(
			'off-by-one',
			['.days + 1)', '.days)'],
			['if last < first:', 'if last < first or input["first"] > input["last"]:'],
		),
		fault('boundary', ['>= 5 for', '> 5 for']),
		fault('boundary', ['if last < first:', 'if last <= first:']),
		fault('missing-case', [
			'    if last < first:\n        raise ValueError("The last day is before the first one")\n',
			'',
		]),
		fault('operator', [
			'sorted({day.isoformat()[:7] for day in days})',
			'[first.isoformat()[:7], last.isoformat()[:7]]',
		]),
	],
};
