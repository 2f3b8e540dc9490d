/** A tool that there is. */
export interface KnownWords {
	readonly name: string;
	readonly category: string;
	readonly purpose: string;
	readonly input: readonly string[];
}

export const known: readonly KnownWords[] = [
	{
		name: 'sum_by_column',
		category: 'tables',
		purpose:
			'Sum one column of a CSV file for each value of another; write the totals as a CSV file and as a bar chart.',
		input: ['file', 'group_by', 'value', 'table', 'chart'],
	},
	{
		name: 'merge_workbooks',
		category: 'tables',
		purpose: 'Merge several Excel workbooks into one, a sheet for each.',
		input: ['files', 'output'],
	},
	{
		name: 'find_duplicates',
		category: 'tables',
		purpose: 'Find rows of a CSV file that occur more than once by some key columns.',
		input: ['file', 'keys'],
	},
	{
		name: 'plot_time_series',
		category: 'charts',
		purpose: 'Draw a line chart of values over time out of a CSV file.',
		input: ['file', 'date_column', 'value_column', 'chart'],
	},
	{
		name: 'count_words',
		category: 'text',
		purpose: 'Count how often each word occurs in a text file.',
		input: ['file', 'top'],
	},
	{
		name: 'extract_pdf_text',
		category: 'documents',
		purpose: 'Extract the text of a PDF file, page by page.',
		input: ['file', 'pages'],
	},
	{
		name: 'resize_images',
		category: 'images',
		purpose: 'Resize images to a given width and keep their proportions.',
		input: ['files', 'width', 'folder'],
	},
	{
		name: 'convert_currency',
		category: 'money',
		purpose: 'Convert amounts between currencies by given exchange rates.',
		input: ['amount', 'from', 'to', 'rates'],
	},
	{
		name: 'parse_log_file',
		category: 'logs',
		purpose: 'Parse a web server log and count requests for each status code.',
		input: ['file'],
	},
	{
		name: 'validate_iban',
		category: 'money',
		purpose: 'Check whether bank account numbers (IBAN) are valid.',
		input: ['ibans'],
	},
];

/** Name and purpose of a spec, and the tool that does that already. */
export const pairs: readonly (readonly [name: string, purpose: string, wanted: string | undefined])[] = [
	[
		'sum_by_group',
		'Sum a column of a CSV file per value of another column, with totals as CSV and a bar chart.',
		'sum_by_column',
	],
	['total_column_by_group', 'Totals of one column of a CSV file for each value of another column.', 'sum_by_column'],
	['sum_csv_column', 'Sum the values of a CSV column for each group and write the totals.', 'sum_by_column'],
	['merge_excel_workbooks', 'Merge Excel workbooks into one workbook with a sheet for each.', 'merge_workbooks'],
	['combine_workbooks', 'Merge several workbooks (Excel) into one file, one sheet each.', 'merge_workbooks'],
	['find_duplicate_rows', 'Find duplicate rows in a CSV file by key columns.', 'find_duplicates'],
	['detect_duplicates', 'Find rows of a CSV file that occur twice or more by given key columns.', 'find_duplicates'],
	['draw_line_chart', 'Draw a line chart of a value over time from a CSV file.', 'plot_time_series'],
	['plot_series', 'Plot values over time from a CSV file as a line chart.', 'plot_time_series'],
	['count_word_frequency', 'Count how often words occur in a text file.', 'count_words'],
	['count_text_words', 'Count the words of a text file, with how often each occurs.', 'count_words'],
	['extract_text_from_pdf', 'Extract text from the pages of a PDF file.', 'extract_pdf_text'],
	['resize_pictures', 'Resize images to a width, keeping proportions.', 'resize_images'],
	['convert_amounts', 'Convert amounts of money between currencies by exchange rates.', 'convert_currency'],
	['count_log_statuses', 'Parse a web server log file and count its requests by status code.', 'parse_log_file'],
	['check_iban', 'Check whether an IBAN (bank account number) is valid.', 'validate_iban'],
	['average_by_column', 'Average one column of a JSON file over the last weeks and report outliers.', undefined],
	['merge_pdf_files', 'Join PDF documents, keeping bookmarks.', undefined],
	['split_workbook', 'Split an Excel workbook into CSV files, one for each sheet.', undefined],
	['plot_histogram', 'Draw a histogram of the distribution of a numeric column.', undefined],
	['rename_images', 'Rename photos by the date in their EXIF data.', undefined],
	['translate_text_file', 'Replace terms in a text by those of a glossary.', undefined],
	['count_csv_rows', 'Count rows and empty cells of every column in a table.', undefined],
	['extract_pdf_tables', 'Extract tables of invoices and write them as Excel sheets.', undefined],
	['convert_units', 'Convert lengths and weights between metric and imperial units.', undefined],
	['parse_email_headers', 'Parse the headers of e-mail messages and list senders.', undefined],
	['validate_email', 'Check the syntax of e-mail addresses in a list.', undefined],
	['schedule_shifts', 'Make a shift plan out of people and their free days.', undefined],
	['forecast_sales', 'Forecast monthly sales by exponential smoothing.', undefined],
	['compare_csv_files', 'Compare two CSV files and list added, removed and changed rows.', undefined],
	['find_missing_values', 'Find rows of a CSV file with missing values, for each column.', undefined],
	['sort_csv_file', 'Sort a CSV file by one or more columns and write it.', undefined],
];
