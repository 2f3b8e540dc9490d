/** Text of a language, the encodings that it is known in, and others that it comes in. */
export interface Sample {
	readonly text: string;
	readonly known: readonly string[];
	readonly others: readonly string[];
}

export const samples: Readonly<Record<string, Sample>> = {
	French: {
		text: 'id;nom;ville\n1;Château d’été;Orléans\n2;François Lefèvre;Besançon\n3;hôtel près de la forêt;Nîmes\nLe garçon a mangé une crêpe, déjà très tôt – “bien sûr”.\n',
		known: ['windows-1252'],
		others: ['macintosh'],
	},
	German: {
		text: 'Straße;Größe;Übung\nDie Bürgermeisterin führt über die „große“ Brücke nach Köln.\nMünchen;Düsseldorf;Jürgen Müller;schön\n',
		known: ['windows-1252'],
		others: ['macintosh'],
	},
	Spanish: {
		text: 'Año;Niño;Señor\nEl pequeño pingüino comió piña mañana; ¿Qué tal? ¡Adiós!\nMálaga;Cádiz;León;José Núñez\n',
		known: ['windows-1252'],
		others: ['macintosh'],
	},
	English: {
		text: 'It’s a “quoted” word – and the dog’s tail… £5 at 20 °C; a naïve café\n',
		known: ['windows-1252'],
		others: [],
	},
	Swedish: {
		text: 'Göteborg;Malmö;Västerås\nSmörgåsbord är också gott på lördag.\n',
		known: ['windows-1252'],
		others: ['macintosh'],
	},
	Polish: {
		text: 'Zażółć gęślą jaźń\nŁódź;Kraków;Gdańsk;Wrocław\nCześć, jak się masz? Dziękuję, dobrze.\n',
		known: [],
		others: ['windows-1250', 'iso-8859-2'],
	},
	Czech: {
		text: 'Příliš žluťoučký kůň úpěl ďábelské ódy\nPlzeň;České Budějovice;Hradec Králové\n',
		known: [],
		others: ['windows-1250', 'iso-8859-2'],
	},
	Hungarian: {
		text: 'Árvíztűrő tükörfúrógép\nGyőr;Pécs;Székesfehérvár;Nyíregyháza\n',
		known: [],
		others: ['windows-1250', 'iso-8859-2'],
	},
	Turkish: {
		text: 'İstanbul;Şişli;Eskişehir;Muğla\nTürkçe çok güzel bir dildir, öğrenmek ister misin?\n',
		known: [],
		others: ['windows-1254'],
	},
	Lithuanian: {
		text: 'Vilnius;Kaunas;Šiauliai;Panevėžys\nLabas rytas, kaip gyvuoji? Ačiū, gerai.\n',
		known: [],
		others: ['windows-1257', 'iso-8859-13'],
	},
	Greek: {
		text: 'Αθήνα;Θεσσαλονίκη;Πάτρα\nΚαλημέρα, τι κάνετε σήμερα; Η γλώσσα είναι ελληνική.\n',
		known: [],
		others: ['windows-1253', 'iso-8859-7'],
	},
	Hebrew: {
		text: 'תל אביב;ירושלים;חיפה\nשלום, מה שלומך היום? השפה היא עברית.\n',
		known: [],
		others: ['windows-1255', 'iso-8859-8'],
	},
	Arabic: {
		text: 'القاهرة;الرياض;بغداد\nمرحبا كيف حالك اليوم؟ هذه هي اللغة العربية\n',
		known: [],
		others: ['windows-1256', 'iso-8859-6'],
	},
	Russian: {
		text: 'Москва;Санкт-Петербург;Казань\nПривет, как дела сегодня? Это русский язык, он очень красивый.\nИмя;Фамилия;Город\n',
		known: ['windows-1251', 'koi8-r'],
		others: ['ibm866', 'iso-8859-5', 'x-mac-cyrillic'],
	},
	Ukrainian: {
		text: 'Київ;Львів;Одеса\nПривіт, як справи сьогодні? Це українська мова, вона дуже гарна.\n',
		known: ['windows-1251'],
		others: ['koi8-u'],
	},
	Japanese: {
		text: '東京;大阪;名古屋\nこんにちは、お元気ですか。これは日本語のテキストです。\n氏名;住所;カタカナ;Excelファイル\n',
		known: ['shift_jis', 'euc-jp'],
		others: [],
	},
	Chinese: {
		text: '北京;上海;广州\n你好，今天怎么样？这是中文文本，用于测试编码检测。\n姓名;地址;电话\n',
		known: ['gb18030'],
		others: [],
	},
	'traditional Chinese': {
		text: '台北;高雄;台中\n你好，今天怎麼樣？這是中文文本，用於測試編碼偵測。\n姓名;地址;電話\n',
		known: ['big5'],
		others: [],
	},
	Korean: {
		text: '서울;부산;대구\n안녕하세요, 오늘 어떻게 지내세요? 이것은 한국어 텍스트입니다.\n이름;주소;전화\n',
		known: ['euc-kr'],
		others: [],
	},
	Thai: { text: 'กรุงเทพ;เชียงใหม่\nสวัสดีครับ วันนี้เป็นอย่างไรบ้าง\n', known: [], others: ['windows-874'] },
};

/** Bytes of an encoding whose decoder there is; a character that it has not is left out. */
export function encode(text: string, encoding: string): Buffer {
	const decoder = new TextDecoder(encoding);
	const table = new Map<string, readonly number[]>();
	const add = (...bytes: readonly number[]) => {
		const character = decoder.decode(Uint8Array.from(bytes));
		if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
	};
	for (let byte = 0; byte < 0x100; byte += 1) add(byte);
	if (/jis|euc|gb|big5/.test(encoding))
		for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
	return Buffer.from([...text].flatMap((character) => table.get(character) ?? []));
}
