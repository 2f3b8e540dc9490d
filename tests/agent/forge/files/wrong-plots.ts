import type { FileRow } from './file-row.ts';

const series = [{ label: '2025', x: ['North', 'South'], y: [30, 12.5] }];
const facts = { title: 'Sales by region', xlabel: 'Region', ylabel: 'Sales', series };
const bars = 'axes.bar(["North", "South"], [30, 12.5], label="2025")';
const drawn = (act: string, more = '') => `def act(axes):\n    named(axes)\n    ${act}\nplot(act${more})`;

/** Wrong pictures beside right ones. */
export const plots: readonly FileRow[] = [
	{
		title: 'a plot',
		name: 'plot.png',
		holds: facts,
		right: {
			'by bars': drawn(bars),
			'by bars that lie':
				'def act(axes):\n    named(axes)\n    axes.barh(["North", "South"], [30, 12.5], label="2025")\nplot(act)',
			'by a line, with a line at the mean': drawn(
				'axes.plot(["North", "South"], [30, 12.5], label="2025"); axes.axhline(21.25)',
			),
			'in another order, in colours, larger': drawn(
				'axes.bar(["South", "North"], [12.5, 30], label="2025", color="red"); axes.legend()',
				', dpi=200',
			),
			'with labels set on numbers': drawn(
				'axes.bar([0, 1], [30, 12.5], label="2025"); axes.set_xticks([0, 1], ["North", "South"])',
			),
			'by pandas':
				'import matplotlib; matplotlib.use("Agg")\naxes = frame({"2025": [30, 12.5]}).set_axis(["North", "South"]).plot.bar()\nnamed(axes)\naxes.figure.savefig("plot.png")',
			'with its name in the legend alone': drawn('axes.plot(["North", "South"], [30, 12.5]); axes.legend(["2025"])'),
			'by way of bytes': `import matplotlib; matplotlib.use("Agg")
import matplotlib.pyplot as plt
figure, axes = plt.subplots()
named(axes)
${bars}
data = io.BytesIO()
figure.savefig(data, format="png")
Path("plot.png").write_bytes(data.getvalue())`,
			'with pyplot alone':
				'import matplotlib; matplotlib.use("Agg")\nimport matplotlib.pyplot as plt\nplt.figure()\nplt.bar(["North", "South"], [30, 12.5], label="2025")\nplt.title("Sales by region"); plt.xlabel("Region"); plt.ylabel("Sales")\nplt.tight_layout()\nplt.savefig("plot.png")\nplt.close()',
		},
		wrong: {
			'text under its name': 'text("plot.png", "a plot of sales by region")',
			'one byte': 'text("plot.png", "x")',
			'only the signature of a PNG': 'Path("plot.png").write_bytes(b"\\x89PNG\\r\\n\\x1a\\n")',
			'half of a picture': `${drawn(bars)}\nPath("plot.png").write_bytes(Path("plot.png").read_bytes()[:2000])`,
			'a blank figure': 'plot(lambda axes: axes.set_axis_off())',
			'empty axes with all labels': 'plot(named)',
			'no values': drawn('axes.bar([], [], label="2025")'),
			'labels of axes swapped': `def act(axes):\n    named(axes, x="Sales", y="Region")\n    ${bars}\nplot(act)`,
			'no labels': `plot(lambda axes: (axes.set_title("Sales by region"), ${bars}))`,
			'another title': `def act(axes):\n    named(axes, title="Region by sales")\n    ${bars}\nplot(act)`,
			'values swapped': drawn('axes.bar(["North", "South"], [12.5, 30], label="2025")'),
			'rounded values': drawn('axes.bar(["North", "South"], [30, 12], label="2025")'),
			'a series less': drawn('axes.bar(["North"], [30], label="2025")'),
			'a series of another name': drawn('axes.bar(["North", "South"], [30, 12.5], label="2024")'),
			'shares for sums': drawn('axes.bar(["North", "South"], [30 / 42.5, 12.5 / 42.5], label="2025")'),
			'a JPEG under its name': `${drawn(bars, ', name="plot.jpg"')}; os.rename("plot.jpg", "plot.png")`,
			'a picture that was drawn before the values':
				'import matplotlib; matplotlib.use("Agg")\nimport matplotlib.pyplot as plt\nfigure, axes = plt.subplots()\nnamed(axes)\nfigure.savefig("plot.png")\naxes.bar(["North", "South"], [30, 12.5], label="2025")',
			'the figure closed, and a new one saved':
				'import matplotlib; matplotlib.use("Agg")\nimport matplotlib.pyplot as plt\nplt.bar(["North", "South"], [30, 12.5], label="2025")\nplt.title("Sales by region"); plt.xlabel("Region"); plt.ylabel("Sales")\nplt.close()\nplt.savefig("plot.png")',
		},
	},
	{
		title: 'a plot of days',
		name: 'days.svg',
		holds: { series: [{ x: ['2026-01-01', '2026-01-02'], y: [1, 2] }] },
		right: {
			'of dates':
				'import datetime; plot(lambda axes: axes.plot([datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)], [1, 2]), "days.svg")',
			'by pandas':
				'import pandas, matplotlib; matplotlib.use("Agg")\nframe({"n": [1, 2]}).set_axis(pandas.to_datetime(["2026-01-01", "2026-01-02"])).plot().figure.savefig("days.svg")',
		},
		wrong: {
			'other days':
				'import datetime; plot(lambda axes: axes.plot([datetime.date(2026, 1, 2), datetime.date(2026, 1, 3)], [1, 2]), "days.svg")',
			'no SVG': 'text("days.svg", "<html></html>")',
		},
	},
	{
		title: 'a pie',
		name: 'pie.png',
		holds: { series: [{ kind: 'pie', x: ['a', 'b'], y: [1, 3] }] },
		right: { 'of the same shares': 'plot(lambda axes: axes.pie([25, 75], labels=["a", "b"]), "pie.png")' },
		wrong: { 'of other shares': 'plot(lambda axes: axes.pie([1, 2], labels=["a", "b"]), "pie.png")' },
	},
	{
		title: 'a picture',
		name: 'thumb.png',
		holds: { width: 20, height: 10 },
		right: {
			'of this size': 'from PIL import Image\nImage.linear_gradient("L").resize((20, 10)).save("thumb.png")',
		},
		wrong: {
			turned: 'from PIL import Image\nImage.linear_gradient("L").resize((10, 20)).save("thumb.png")',
			'of one colour': 'from PIL import Image\nImage.new("RGB", (20, 10), "white").save("thumb.png")',
			'with nothing but what is clear':
				'from PIL import Image\nImage.new("RGBA", (20, 10), (1, 2, 3, 0)).save("thumb.png")',
			'cut off':
				'from PIL import Image\nImage.effect_noise((20, 10), 50).save("thumb.png")\nPath("thumb.png").write_bytes(Path("thumb.png").read_bytes()[:-60])',
		},
	},
];
