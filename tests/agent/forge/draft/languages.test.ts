import { describe, expect, it } from 'vitest';
import { languagesIn } from '../../../../src/agent/forge/draft/languages.ts';

describe('languagesIn()', () => {
	it.each([
		['Bitte rechne die Summe der Umsätze für jede Filiale aus', ['German']],
		['Peux-tu calculer la somme des ventes pour chaque magasin ?', ['French']],
		['¿Cuántos pedidos hay por cliente en el archivo?', ['Spanish']],
		['Quanti ordini sono nella tabella, con il totale per ogni cliente', ['Italian']],
		['Quantos pedidos são de cada cliente? Não sei, são os do mês', ['Portuguese']],
		['Hoeveel bestellingen zijn er voor elke klant in het bestand', ['Dutch']],
		['Посчитай строки в таблице', ['Russian']],
		['Порахуй рядки у таблиці, їх багато', ['Ukrainian']],
		['表の行を数えてください', ['Japanese']],
		['请统计表格的行数', ['Chinese']],
		['표의 행을 세어 주세요', ['Korean']],
		['Count the rows of the CSV file for each customer', []],
		['CSV', []],
		['', []],
	])('knows %j', (text, languages) => {
		expect(languagesIn([text])).toEqual(languages);
	});

	it('names the one that most is said in first, and three at most', () => {
		const said = ['表の行', '请统计表格', '请统计', '표의 행을', 'שלום', 'Bitte die Zeilen und Spalten zählen'];
		expect(languagesIn(said)).toHaveLength(3);
		expect(languagesIn(said)[0]).toBe('Chinese');
	});
});
