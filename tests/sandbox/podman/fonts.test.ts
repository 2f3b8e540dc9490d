import { expect, it } from 'vitest';
import { describeWithPodman, podmanHome } from './podman-home.ts';
import { never, python } from './run-in.ts';

/** A word in each script; Latin, Greek and Cyrillic are in matplotlib's own font. */
const words = [
	['Latin', 'Umsätze'],
	['Greek', 'Πωλήσεις'],
	['Cyrillic', 'Продажи'],
	['Han', '销售额 賣出'],
	['Kana', '売上データ'],
	['Hangul', '서울 매출'],
	['Devanagari', 'दिल्ली'],
	['Bengali', 'বিক্রয়'],
	['Gurmukhi', 'ਵਿਕਰੀ'],
	['Gujarati', 'વેચાણ'],
	['Oriya', 'ବିକ୍ରୟ'],
	['Tamil', 'விற்பனை'],
	['Telugu', 'అమ్మకాలు'],
	['Kannada', 'ಮಾರಾಟ'],
	['Malayalam', 'വിൽപ്പന'],
	['Sinhala', 'විකුණුම්'],
	['Thai', 'ยอดขาย'],
	['Lao', 'ການຂາຍ'],
	['Khmer', 'ការលក់'],
	['Myanmar', 'အရောင်း'],
	['Tibetan', 'བོད་ཡིག'],
	['Arabic', 'المبيعات'],
	['Urdu', 'فروخت ٹ ڑ'],
	['Hebrew', 'מכירות'],
	['Armenian', 'Վաճառք'],
	['Georgian', 'გაყიდვები'],
	['Ethiopic', 'ሽያጭ'],
	['Cherokee', 'ᏣᎳᎩ'],
	['Canadian', 'ᐃᓄᒃᑎᑐᑦ'],
	['Symbols', '☀ ★ ✓ → ∑ ₹ € ♥ ⚙'],
	['Emoji', '😀 🚀 📈'],
] as const;

const draw = (before: string) => `
import io, json, sys, warnings
import matplotlib.pyplot as plt
${before}
missing = []
for name, word in json.loads(sys.argv[1] if len(sys.argv) > 1 else ${JSON.stringify(JSON.stringify(words))}):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        plt.figure(); plt.title(word); plt.savefig(io.BytesIO()); plt.close()
    missing += [f"{name}: {str(one.message)[:60]}" for one in caught]
print("missing:", missing)
`;

describeWithPodman('A chart', () => {
	it('has every letter of thirty scripts, with a style or after a reset as well', async () => {
		await using home = await podmanHome();
		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		for (const before of ['', 'plt.style.use("ggplot")', 'plt.rcdefaults()']) {
			const { text } = await python(sandbox, draw(before));
			expect(text, before).toContain('missing: []');
		}
	}, 120_000);
});
