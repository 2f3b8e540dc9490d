import type { FileRow } from './file-row.ts';

const summary = 'region,total,mean\nNorth,30,10.5\nSouth,12.25,4\nNorth East,7,0.333333333\n';
const rows = '[["North", 30, 10.5], ["South", 12.25, 4], ["North East", 7, 0.333333333]]';
const head = '["region", "total", "mean"]';
const written = `csv.writer(open("out.csv", "w", newline="")).writerows([${head}, *${rows}])`;

/** Wrong CSV files beside right ones. */
export const tables: readonly FileRow[] = [
	{
		title: 'a CSV',
		name: 'out.csv',
		holds: summary,
		right: {
			'as it stands in the order': `text("out.csv", ${JSON.stringify(summary)})`,
			'with ends of lines as on Windows': `text("out.csv", ${JSON.stringify(summary.replaceAll('\n', '\r\n'))})`,
			'without an end of its last line': `text("out.csv", ${JSON.stringify(summary.trimEnd())})`,
			'with an empty line at its end': `text("out.csv", ${JSON.stringify(`${summary}\n\n`)})`,
			'with all quoted': `csv.writer(open("out.csv", "w", newline=""), quoting=csv.QUOTE_ALL).writerows([${head}, *${rows}])`,
			'with columns in another order':
				'text("out.csv", "mean,region,total\\n10.5,North,30\\n4,South,12.25\\n0.333333333,North East,7\\n")',
			'with rows in another order, which nobody asked for':
				'text("out.csv", "region,total,mean\\nSouth,12.25,4\\nNorth East,7,0.333333333\\nNorth,30,10.5\\n")',
			'by pandas, with all numbers as floats': `frame({"region": ["North", "South", "North East"], "total": [30, 12.25, 7], "mean": [10.5, 4, 1 / 3]}).to_csv("out.csv", index=False)`,
			'with numbers in another notation':
				'text("out.csv", "region,total,mean\\nNorth,3e1,10.50\\nSouth,12.250,4.0\\nNorth East,7.0,0.3333333334\\n")',
			'with what summing floats leaves':
				'text("out.csv", "region,total,mean\\nNorth,30.000000000000004,10.5\\nSouth,12.249999999999998,4\\nNorth East,7,0.333333333\\n")',
			'by the csv module': written,
		},
		wrong: {
			'a header without rows': 'text("out.csv", "region,total,mean\\n")',
			'rows without a header': 'text("out.csv", "North,30,10.5\\nSouth,12.25,4\\nNorth East,7,0.333333333\\n")',
			'[] for a table': 'text("out.csv", "[]")',
			'one byte': 'text("out.csv", "x")',
			'a line break alone': 'text("out.csv", "\\n")',
			'nothing in it': 'text("out.csv", "")',
			'two columns swapped':
				'text("out.csv", "region,total,mean\\nNorth,10.5,30\\nSouth,4,12.25\\nNorth East,0.333333333,7\\n")',
			'names of columns swapped': `text("out.csv", ${JSON.stringify(summary.replace('total,mean', 'mean,total'))})`,
			'it transposed':
				'text("out.csv", "region,North,South,North East\\ntotal,30,12.25,7\\nmean,10.5,4,0.333333333\\n")',
			'an index that pandas has added': `frame({"region": ["North", "South", "North East"], "total": [30, 12.25, 7], "mean": [10.5, 4, 1 / 3]}).to_csv("out.csv")`,
			'a row too few': `text("out.csv", ${JSON.stringify(summary.replace('South,12.25,4\n', ''))})`,
			'a row twice': `text("out.csv", ${JSON.stringify(`${summary}South,12.25,4\n`)})`,
			'one row in place of another': `text("out.csv", ${JSON.stringify(summary.replace('South,12.25,4', 'North,30,10.5'))})`,
			'a line of sums': `text("out.csv", ${JSON.stringify(`${summary}Total,49.25,\n`)})`,
			'rounded values': `text("out.csv", ${JSON.stringify(summary.replace('0.333333333', '0.33'))})`,
			'whole numbers of what has parts': `text("out.csv", ${JSON.stringify(summary.replace('12.25', '12'))})`,
			'values as text with units': `text("out.csv", ${JSON.stringify(summary.replace('30,', '30 EUR,'))})`,
			'thousands and decimal commas':
				'text("out.csv", "region,total,mean\\nNorth,30,\\"10,5\\"\\nSouth,\\"12,25\\",4\\nNorth East,7,\\"0,333333333\\"\\n")',
			'nan for a value': `text("out.csv", ${JSON.stringify(summary.replace('10.5', 'nan'))})`,
			'semicolons between its columns': `text("out.csv", ${JSON.stringify(summary.replaceAll(',', ';'))})`,
			'tabs between its columns': `text("out.csv", ${JSON.stringify(summary.replaceAll(',', '\t'))})`,
			'names in small letters': `text("out.csv", ${JSON.stringify(summary.replace('South', 'south'))})`,
			'names cut at a space': `text("out.csv", ${JSON.stringify(summary.replace('North East', 'North'))})`,
			'a byte order mark': `text("out.csv", ${JSON.stringify(summary)}, encoding="utf-8-sig")`,
			'UTF-16': `text("out.csv", ${JSON.stringify(summary)}, encoding="utf-16")`,
			'JSON under its name': `json.dump(${rows}, open("out.csv", "w"))`,
			'Markdown under its name': `text("out.csv", ${JSON.stringify(summary.replaceAll(',', ' | '))})`,
			'a workbook under its name': `book({"Sheet": [${head}, *${rows}]}, "out.xlsx"); os.rename("out.xlsx", "out.csv")`,
			'a file of another name': 'text("summary.csv", "x")',
			'no file': 'pass',
		},
	},
	{
		title: 'a CSV with letters, codes and gaps',
		name: 'out.csv',
		holds: [
			['code', 'städt', 'active', 'note'],
			['007', 'Köln', true, ''],
			['1E5', 'Łódź', false, 'a, "b"\nc'],
		],
		right: {
			'by the csv module':
				'csv.writer(open("out.csv", "w", newline="")).writerows([["code", "städt", "active", "note"], ["007", "Köln", True, None], ["1E5", "Łódź", False, \'a, "b"\\nc\']])',
			'with truth in small letters':
				'text("out.csv", \'code,städt,active,note\\n007,Köln,true,\\n1E5,Łódź,false,"a, ""b""\\nc"\\n\')',
		},
		wrong: {
			'another encoding':
				'csv.writer(open("out.csv", "w", newline="", encoding="latin2")).writerows([["code", "städt", "active", "note"], ["007", "Köln", True, None], ["1E5", "Łódź", False, \'a, "b"\\nc\']])',
			'UTF-8 read as Latin-1':
				'csv.writer(open("out.csv", "w", newline="")).writerows([["code", "städt".encode().decode("latin1"), "active", "note"], ["007", "Köln".encode().decode("latin1"), True, None], ["1E5", "Łódź".encode().decode("latin1"), False, \'a, "b"\\nc\']])',
			'zeros lost before a code':
				'csv.writer(open("out.csv", "w", newline="")).writerows([["code", "städt", "active", "note"], [7, "Köln", True, None], ["1E5", "Łódź", False, \'a, "b"\\nc\']])',
			'a code taken for a number':
				'csv.writer(open("out.csv", "w", newline="")).writerows([["code", "städt", "active", "note"], ["007", "Köln", True, None], [100000.0, "Łódź", False, \'a, "b"\\nc\']])',
			'quotes that were not doubled':
				'text("out.csv", \'code,städt,active,note\\n007,Köln,True,\\n1E5,Łódź,False,"a, "b"\\nc"\\n\')',
			'None for what is empty':
				'csv.writer(open("out.csv", "w", newline="")).writerows([["code", "städt", "active", "note"], ["007", "Köln", True, "None"], ["1E5", "Łódź", False, \'a, "b"\\nc\']])',
			'letters without their marks':
				'csv.writer(open("out.csv", "w", newline="")).writerows([["code", "stadt", "active", "note"], ["007", "Koln", True, None], ["1E5", "Lodz", False, \'a, "b"\\nc\']])',
		},
	},
	{
		title: 'a CSV that is sorted',
		name: 'out.csv',
		purpose: 'Sorts rows by their total, largest first',
		holds: {
			rows: [
				{ name: 'a', total: 3 },
				{ name: 'b', total: 2 },
				{ name: 'c', total: 1 },
			],
		},
		right: { 'in this order': 'text("out.csv", "name,total\\na,3\\nb,2\\nc,1\\n")' },
		wrong: {
			'the other order': 'text("out.csv", "name,total\\nc,1\\nb,2\\na,3\\n")',
			'no order': 'text("out.csv", "name,total\\na,3\\nc,1\\nb,2\\n")',
			'only the values sorted': 'text("out.csv", "name,total\\nc,3\\nb,2\\na,1\\n")',
		},
	},
	{
		title: 'a CSV with columns in an order that was asked for, duplicates kept',
		name: 'out.tsv',
		holds: {
			columns: ['id', 'n'],
			rows: [
				[1, 5],
				[1, 5],
				[2, 6],
			],
			ordered: true,
		},
		right: { 'as asked for': 'text("out.tsv", "id\\tn\\n1\\t5\\n1\\t5\\n2\\t6\\n")' },
		wrong: {
			'duplicates dropped': 'text("out.tsv", "id\\tn\\n1\\t5\\n2\\t6\\n")',
			'columns in another order': 'text("out.tsv", "n\\tid\\n5\\t1\\n5\\t1\\n6\\t2\\n")',
			'commas between its columns': 'text("out.tsv", "id,n\\n1,5\\n1,5\\n2,6\\n")',
		},
	},
	{
		title: 'a CSV in another encoding, with semicolons',
		name: 'out.csv',
		holds: { rows: 'stadt;wert\nKöln;1,5\n', encoding: 'latin-1' },
		right: { 'as asked for': 'text("out.csv", "stadt;wert\\nKöln;1,5\\n", encoding="latin-1")' },
		wrong: {
			'UTF-8': 'text("out.csv", "stadt;wert\\nKöln;1,5\\n")',
			'decimal points': 'text("out.csv", "stadt;wert\\nKöln;1.5\\n", encoding="latin-1")',
			'commas between its columns': 'text("out.csv", "stadt,wert\\nKöln,\\"1,5\\"\\n", encoding="latin-1")',
		},
	},
	{
		title: 'a CSV that is asked for with a byte order mark',
		name: 'out.csv',
		purpose: 'Writes the rows with a BOM',
		holds: 'a\nü\n',
		right: { 'with it': 'text("out.csv", "a\\nü\\n", encoding="utf-8-sig")' },
		wrong: { 'without it': 'text("out.csv", "a\\nü\\n")' },
	},
	{
		title: 'a CSV for Excel',
		name: 'out.csv',
		purpose: 'Writes a CSV that Excel opens',
		holds: 'a\nü\n',
		right: {
			'with a byte order mark': 'text("out.csv", "a\\nü\\n", encoding="utf-8-sig")',
			'without one': 'text("out.csv", "a\\nü\\n")',
		},
		wrong: { 'another encoding': 'text("out.csv", "a\\nü\\n", encoding="latin-1")' },
	},
	{
		title: 'a table without names of columns',
		name: 'out.csv',
		holds: {
			rows: [
				[1, 2],
				[3, 4],
			],
			header: false,
		},
		right: { 'in any order of rows': 'text("out.csv", "3,4\\n1,2\\n")' },
		wrong: {
			'with numbers of columns above': 'text("out.csv", "0,1\\n1,2\\n3,4\\n")',
			'it transposed': 'text("out.csv", "1,3\\n2,4\\n")',
			'a column more': 'text("out.csv", "1,2,0\\n3,4,0\\n")',
		},
	},
];
