import type { CurvePoint } from './curve-table.ts';

/** The Python that draws the curve into `/outputs/curve.png`. Pure. */
export function drawing(points: readonly CurvePoint[]): string {
	return `import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

points = json.loads('''${JSON.stringify(points)}''')
counts = [p["count"] for p in points]
rows = [
    ("perSecond", "sandboxes started a second", "#2a6f97"),
    ("trueMs", "ms for \`true\`, beside all others idle", "#c1121f"),
    ("megabytes", "MB of memory each, with its conmon", "#588157"),
]
figure, axes = plt.subplots(1, 3, figsize=(11, 3.2))
for axis, (key, title, colour) in zip(axes, rows):
    axis.plot(counts, [p[key] for p in points], marker="o", color=colour)
    axis.set_title(title, fontsize=9)
    axis.set_xlabel("sessions with a sandbox", fontsize=8)
    axis.set_ylim(0, 1.15 * max(p[key] for p in points))
    axis.grid(alpha=0.3)
    axis.tick_params(labelsize=8)
figure.tight_layout()
figure.savefig("/outputs/curve.png", dpi=110)
`;
}
