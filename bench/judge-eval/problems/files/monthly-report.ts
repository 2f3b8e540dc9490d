import type { Problem } from '../../problem.ts';
import { fault, py, record, text, whole } from '../words.ts';

const input = { source: 'days.csv', target: 'months.csv' };
const holds = (rows: string) => ({
	'months.csv': { rows, columns: ['month', 'count', 'mean', 'median'], ordered: true },
});

export const monthlyReport: Problem = {
	order: {
		name: 'files/report_months',
		purpose:
			'Write a report by months of the CSV file source, with the columns date (YYYY-MM-DD) and value, to the CSV file target: the columns month (YYYY-MM), count, mean and median of the values of that month, both rounded to 2 decimals, sorted by month. Tells how many months. A missing file or column, no rows, or a row that is none of a date and a number is refused.',
		input: record({ source: text, target: text }),
		output: record({ months: whole }),
		capabilities: ['files'],
		examples: [
			{
				input,
				files: { 'days.csv': 'date,value\n2024-02-01,4\n2024-01-31,1\n2024-01-02,2\n2024-01-03,6\n' },
				output: { months: 2 },
				writes: holds('month,count,mean,median\n2024-01,3,3,2\n2024-02,1,4,4\n'),
			},
			{
				input,
				files: { 'days.csv': 'value,date\n1,2023-12-31\n2,2024-12-31\n' },
				output: { months: 2 },
				writes: holds('month,count,mean,median\n2023-12,1,1,1\n2024-12,1,2,2\n'),
			},
		],
		rejects: [{ input, files: { 'days.csv': 'date,value\n2024-02-30,1\n' } }],
	},
	right: py`
import csv
import statistics
from datetime import date


def read(path: str) -> dict:
    months: dict = {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                month = date.fromisoformat(row["date"]).isoformat()[:7]
                months.setdefault(month, []).append(float(row["value"]))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ValueError("The source must have dates and numbers") from error
    return months


def run(input: dict) -> dict:
    months = read(input["source"])
    if not months:
        raise ValueError("The source has no rows")
    with open(input["target"], "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["month", "count", "mean", "median"])
        for month in sorted(months):
            values = months[month]
            mean, median = round(statistics.fmean(values), 2), round(statistics.median(values), 2)
            writer.writerow([month, len(values), mean, median])
    return {"months": len(months)}
`,
	other: [
		py`
import pandas


def run(input: dict) -> dict:
    try:
        table = pandas.read_csv(input["source"], dtype=str)
        table["month"] = pandas.to_datetime(table["date"], format="%Y-%m-%d").dt.strftime("%Y-%m")
        table["value"] = pandas.to_numeric(table["value"])
    except (OSError, KeyError, ValueError) as error:
        raise ValueError("No dates with numbers can be read") from error
    if table.empty or table[["month", "value"]].isna().any().any():
        raise ValueError("Rows are missing, or parts of them")
    report = table.groupby("month")["value"].agg(["count", "mean", "median"]).round(2)
    report.reset_index().to_csv(input["target"], index=False)
    return {"months": len(report)}
`,
	],
	tests: [
		{
			name: 'an even count',
			input,
			files: { 'days.csv': 'date,value\n2024-03-01,1\n2024-03-02,2\n2024-03-03,4\n2024-03-04,9\n' },
			output: { months: 1 },
			writes: holds('month,count,mean,median\n2024-03,4,4,3\n'),
		},
		{
			name: 'thirds',
			input,
			files: { 'days.csv': 'date,value\n2024-03-01,1\n2024-03-02,0\n2024-03-03,0\n' },
			output: { months: 1 },
			writes: holds('month,count,mean,median\n2024-03,3,0.33,0\n'),
		},
		{
			name: 'the same day twice',
			input,
			files: { 'days.csv': 'date,value\n2024-05-05,2\n2024-05-05,4\n' },
			output: { months: 1 },
			writes: holds('month,count,mean,median\n2024-05,2,3,3\n'),
		},
		{
			name: 'negative',
			input,
			files: { 'days.csv': 'date,value\n2024-01-01,-1.5\n2023-11-01,0.5\n' },
			output: { months: 2 },
			writes: holds('month,count,mean,median\n2023-11,1,0.5,0.5\n2024-01,1,-1.5,-1.5\n'),
		},
		{ name: 'no rows', input, files: { 'days.csv': 'date,value\n' }, error: '' },
		{ name: 'a word', input, files: { 'days.csv': 'date,value\n2024-01-01,x\n' }, error: '' },
	],
	wrong: [
		{
			of: 0,
			output: { months: 1 },
			writes: holds('month,count,mean,median\n2024-03,4,4,2\n'),
			why: 'the lower of the middle two',
		},
		{
			of: 2,
			output: { months: 1 },
			writes: holds('month,count,mean,median\n2024-05,1,4,4\n'),
			why: 'a day counts once',
		},
		{
			of: 3,
			output: { months: 3 },
			writes: holds('month,count,mean,median\n2023-11,1,0.5,0.5\n2023-12,0,0,0\n2024-01,1,-1.5,-1.5\n'),
			why: 'months between, too',
		},
	],
	faults: [
		fault('columns', ['[month, len(values), mean, median]', '[month, len(values), median, mean]']),
		fault('header-only', ['            writer.writerow([month, len(values), mean, median])\n', '']),
		fault('order', ['for month in sorted(months):', 'for month in months:']),
		fault('operator', ['.isoformat()[:7]', '.isoformat()[5:7]']),
		fault('operator', ['statistics.median(values)', 'statistics.median_low(values)']),
		fault('rounding', ['round(statistics.fmean(values), 2)', 'round(statistics.fmean(values))']),
	],
};
