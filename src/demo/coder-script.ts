import type { ScriptedReply } from './script.ts';

/** Names that only stand in the tries that fail: none of them may ever reach the Brain. */
export const failedMarks = ['unfinished_frame', 'counted_by_mistake'] as const;

const header = `# /// script
# requires-python = ">=3.13"
# dependencies = ["pandas", "matplotlib"]
# ///
"""Sums one column of a CSV file for each value of another."""
`;

const right = `${header}import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd


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
        files.append(input["chart"])
    return {"totals": {str(key): float(value) for key, value in totals.items()}, "files": files}
`;

const broken = `${header}import pandas as pd


def run(input: dict) -> dict
    unfinished_frame = pd.read_csv(input["file"])
    return {"totals": unfinished_frame.groupby(input["group_by"])[input["value"]].sum().to_dict()}
`;

const wrong = `${header}import pandas as pd


def run(input: dict) -> dict:
    counted_by_mistake = pd.read_csv(input["file"]).groupby(input["group_by"])[input["value"]].count()
    return {"totals": {str(key): float(value) for key, value in counted_by_mistake.items()}, "files": []}
`;

const tests = `import tool


def write(rows):
    with open("small.csv", "w") as file:
        file.write("kind,cost\\n" + "".join(f"{kind},{cost}\\n" for kind, cost in rows))


def test_sums_each_group():
    write([("a", 1.5), ("b", 2), ("a", 3)])
    assert tool.run({"file": "small.csv", "group_by": "kind", "value": "cost"})["totals"] == {"a": 4.5, "b": 2.0}


def test_names_a_missing_column():
    write([("a", 1)])
    try:
        tool.run({"file": "small.csv", "group_by": "colour", "value": "cost"})
    except (ValueError, KeyError) as error:
        assert "colour" in str(error)
    else:
        raise AssertionError("a missing column was accepted")
`;

const usage =
	'sum_by_column {"file": "/inputs/x.csv", "group_by": "kind", "value": "cost", "table": "/outputs/t.csv", "chart": "/outputs/t.png"}';

/** The Coder: a try with a syntax error, one that fails its own test, one that is right. */
export const coderScript: readonly ScriptedReply[] = [broken, wrong, right].map((code) => ({
	text: JSON.stringify({ code, usage, tests }),
}));
