import type { ScriptedReply, ScriptFunction } from './model-server/script.ts';

/** Names that only stand in the tries that fail: none of them may ever reach the Brain. */
export const failedMarks = ['unfinished_frame', 'counted_by_mistake'] as const;

const right = `"""Sums one column of a CSV file for each value of another."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd


def draw(totals, input: dict) -> None:
    figure, axes = plt.subplots(figsize=(8, 4.5), dpi=120)
    bars = axes.bar(totals.index.astype(str), totals.values, color="#4c6ef5")
    axes.bar_label(bars, fmt="{:,.0f}", padding=3)
    axes.margins(y=0.12)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.set_title(f'{input["value"].capitalize()} by {input["group_by"]}')
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(input["chart"])
    plt.close(figure)


def run(input: dict) -> dict:
    frame = pd.read_csv(input["file"])
    for name in (input["group_by"], input["value"]):
        if name not in frame.columns:
            raise ValueError(f'There is no column "{name}"; there are {", ".join(frame.columns)}')
    totals = frame.groupby(input["group_by"])[input["value"]].sum().round(2).sort_values(ascending=False)
    files = []
    if input.get("table"):
        totals.to_csv(input["table"], float_format="%.2f")
        files.append(input["table"])
    if input.get("chart"):
        draw(totals, input)
        files.append(input["chart"])
    return {"totals": [{"group": str(key), "total": float(value)} for key, value in totals.items()], "files": files}
`;

const broken = `import pandas as pd


def run(input: dict) -> dict
    unfinished_frame = pd.read_csv(input["file"])
    return {"totals": unfinished_frame.groupby(input["group_by"])[input["value"]].sum().to_dict()}
`;

const wrong = `import pandas as pd


def run(input: dict) -> dict:
    counted_by_mistake = pd.read_csv(input["file"]).groupby(input["group_by"])[input["value"]].count()
    return {"totals": [{"group": str(key), "total": float(value)} for key, value in counted_by_mistake.items()], "files": []}
`;

const usage =
	'Totals of a CSV file: {"file": "/inputs/x.csv", "group_by": "kind", "value": "cost", "table": "/outputs/t.csv", "chart": "/outputs/t.png"}';

const tests = [
	{
		name: 'negative numbers, and a group of one',
		input: { file: 'accounts.csv', group_by: 'who', value: 'euros', table: 'out.csv', chart: 'out.png' },
		files: { 'accounts.csv': 'who,euros\nAda,-5\nGrace,2.25\nAda,1\n' },
		output: {
			totals: [
				{ group: 'Grace', total: 2.25 },
				{ group: 'Ada', total: -4 },
			],
		},
		writes: ['out.csv', 'out.png'],
	},
];

/** The Coder: tests, and code in three tries: one with a syntax error, one that counts instead of summing, one that is right. */
export function createCoderScript(): ScriptFunction {
	const codes = [broken, wrong, right];
	return ({ response_format: format }): ScriptedReply => {
		if (format?.json_schema?.name === 'tool_tests') return { text: JSON.stringify({ tests }) };
		const code = codes.shift();
		return code === undefined ? {} : { text: JSON.stringify({ code, usage, dependencies: ['pandas', 'matplotlib'] }) };
	};
}
