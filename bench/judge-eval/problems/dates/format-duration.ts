import type { Problem } from '../../problem.ts';
import { fault, py, record, text, whole } from '../words.ts';

export const formatDuration: Problem = {
	order: {
		name: 'dates/format_duration',
		purpose:
			'Say a number of seconds in words for people: days, hours, minutes and seconds, those that are 0 left out, in the singular where it is 1, joined by commas and "and" before the last (1 hour, 2 minutes and 3 seconds). 0 is "0 seconds". A negative number is refused.',
		input: record({ seconds: whole }),
		output: record({ words: text }),
		examples: [
			{ input: { seconds: 3723 }, output: { words: '1 hour, 2 minutes and 3 seconds' } },
			{ input: { seconds: 120 }, output: { words: '2 minutes' } },
		],
		rejects: [{ input: { seconds: -1 } }],
	},
	right: py`
UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def run(input: dict) -> dict:
    left = input["seconds"]
    if left < 0:
        raise ValueError("seconds must not be negative")
    parts = []
    for name, size in UNITS:
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {name}" + ("" if count == 1 else "s"))
    if not parts:
        return {"words": "0 seconds"}
    return {"words": " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]}
`,
	other: [
		py`
from datetime import timedelta


def run(input: dict) -> dict:
    if input["seconds"] < 0:
        raise ValueError("A duration is not negative")
    span = timedelta(seconds=input["seconds"])
    minutes, seconds = divmod(span.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    named = {"day": span.days, "hour": hours, "minute": minutes, "second": seconds}
    said = [f"{count} {name}{'s' if count > 1 else ''}" for name, count in named.items() if count > 0]
    text = ", ".join(said) or "0 seconds"
    head, comma, tail = text.rpartition(", ")
    return {"words": f"{head} and {tail}" if comma else text}
`,
	],
	tests: [
		{ name: 'none', input: { seconds: 0 }, output: { words: '0 seconds' } },
		{ name: 'one of each', input: { seconds: 90061 }, output: { words: '1 day, 1 hour, 1 minute and 1 second' } },
		{ name: 'two parts', input: { seconds: 3601 }, output: { words: '1 hour and 1 second' } },
		{ name: 'just below', input: { seconds: 59 }, output: { words: '59 seconds' } },
		{ name: 'many days', input: { seconds: 8640000 }, output: { words: '100 days' } },
		{ name: 'very negative', input: { seconds: -86400 }, error: '' },
	],
	wrong: [
		{ of: 2, output: { words: '1 hour, 1 second' }, why: 'forgot the "and"' },
		{ of: 0, output: { words: '' }, why: 'no words for nothing' },
		{ of: 4, output: { words: '14 weeks and 2 days' }, why: 'made weeks' },
	],
	faults: [
		fault('boundary', ['if count == 1 else', 'if count <= 0 else']),
		fault(
			'missing-case',
			['    if not parts:\n        return {"words": "0 seconds"}\n', ''],
			['else parts[0]}', 'else "".join(parts)}'],
		),
		fault('operator', ['("day", 86400)', '("day", 84600)']),
		fault('order', ['[", ".join(parts[:-1]), parts[-1]]', 'parts']),
		fault('boundary', ['if left < 0:', 'if left <= 0:']),
	],
};
