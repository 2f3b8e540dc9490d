const json = '{"name": "get_weather", "arguments": {"city": "Paris"}}';
const tag = '<parameter=city>\nParis\n</parameter>';
const named = '<parameter name="city">Paris</parameter>';
const keys = '<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>';

/** One call of `get_weather` for Paris as each family of models writes it, from its chat template or the tests of its parser in vLLM or SGLang. */
export const samples: readonly (readonly [family: string, content: string])[] = [
	['Hermes', `<tool_call>\n${json}\n</tool_call>`],
	['Hermes, the end token behind it', `<tool_call>\n${json}\n</tool_call><|im_end|>`],
	['Hermes, one bracket too many', `<tool_call>\n${json}}\n</tool_call>`],
	['Hermes without an end', `<tool_call>\n${json}`],
	[
		'Qwen, with a result made up',
		`<tool_call>\n${json}\n</tool_call>\n<tool_response>\n{"sunny":true}\n</tool_response>`,
	],
	['Qwen, arguments as text', `<tool_call>{"name":"get_weather","arguments":"{\\"city\\": \\"Paris\\"}"}</tool_call>`],
	['Qwen, arguments beside the name', '<tool_call>{"name": "get_weather", "city": "Paris"}</tool_call>'],
	['Granite 4, a list', `<tool_call>[${json}]</tool_call>`],
	['Qwen3-Coder', `<tool_call>\n<function=get_weather>\n${tag}\n</function>\n</tool_call>`],
	['Qwen3-Coder without its frame', `<function=get_weather>\n${tag}\n</function>`],
	['Qwen3-Coder, the last frame alone', `<function=get_weather>\n${tag}\n</function>\n</tool_call>`],
	[
		'Qwen3-Coder, an end left out',
		`<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</function>\n</tool_call>`,
	],
	['tags with a name', `<tool_call name="get_weather">{"city":"Paris"}</tool_call>`],
	['Functionary, Llama 3.1', `<function=get_weather>{"city": "Paris"}</function>`],
	['MiniCPM', `<function name="get_weather"><param name="city">Paris</param></function>`],
	['GLM 4.5', `<tool_call>get_weather\n${keys}\n</tool_call>`],
	['GLM 4.7', `<tool_call>get_weather<arg_key>city</arg_key><arg_value>Paris</arg_value></tool_call>`],
	['Hunyuan 3', `<tool_calls>\n<tool_call>get_weather<tool_sep>\n${keys}\n</tool_call>\n</tool_calls>`],
	[
		'Hunyuan 4',
		'<tool_calls:6124c78e>\n<tool_call:6124c78e>get_weather<arg_key:6124c78e>city</arg_key:6124c78e><arg_value:6124c78e>Paris</arg_value:6124c78e></tool_call:6124c78e>\n</tool_calls:6124c78e>',
	],
	['Hunyuan A13B, Jamba', `<tool_calls>[${json}]</tool_calls>`],
	['MiniMax M1', `<tool_calls>\n${json}\n</tool_calls>`],
	['MiniMax M2', `<minimax:tool_call>\n<invoke name="get_weather">\n${named}\n</invoke>\n</minimax:tool_call>`],
	[
		'MiniMax M3',
		']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">\n]<]minimax[>[<city>Paris]<]minimax[>[</city>\n]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
	],
	['Anthropic', `<function_calls>\n<invoke name="get_weather">\n${named}\n</invoke>\n</function_calls>`],
	['Anthropic without its frame', `<invoke name="get_weather">\n${named}\n</invoke>`],
	['OLMo 3', '<function_calls>\nget_weather(city="Paris")\n</function_calls>'],
	[
		'Muse',
		'<atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Paris</atem:parameter>\n</atem:invoke>\n</atem:function_calls>',
	],
	[
		'Seed-OSS',
		`<seed:tool_call>\n<function=get_weather>\n<parameter=city>Paris</parameter>\n</function>\n</seed:tool_call>`,
	],
	['Nemotron', `<TOOLCALL>[${json}]</TOOLCALL>`],
	['Mistral', `[TOOL_CALLS][${json}]`],
	[
		'Mistral with an id',
		`[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Paris"}, "id": "abcdefghi"}]</s>`,
	],
	['Mistral, v11', `[TOOL_CALLS]get_weather{"city": "Paris"}`],
	['Mistral, v13', `[TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}`],
	['Mistral, v11 with an id', `[TOOL_CALLS]get_weather[CALL_ID]abcdefghi[ARGS]{"city": "Paris"}`],
	['Llama 3', `<|python_tag|>{"name": "get_weather", "parameters": {"city": "Paris"}}<|eom_id|>`],
	['Llama 3, its own tools', '<|python_tag|>get_weather.call(city="Paris")<|eom_id|>'],
	['Llama 3, bare', `{"name": "get_weather", "parameters": {"city": "Paris"}}`],
	['Llama 3, bare with a kind', `{"type": "function", "name": "get_weather", "parameters": {"city": "Paris"}}`],
	[
		'bare in the form of the API',
		`{"type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Paris\\"}"}}`,
	],
	['xLAM', `[${json}]`],
	['as the API has it, bare', `{"tool_calls": [${json}]}`],
	['Qwen2.5-Coder, in a fence', `\`\`\`json\n${json}\n\`\`\``],
	['Llama 4', '[get_weather(city="Paris")]'],
	['Llama 4 with marks', '<|python_start|>[get_weather(city="Paris")]<|python_end|>'],
	[
		'DeepSeek V3',
		'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Paris"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
	],
	[
		'DeepSeek V3.1',
		'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Paris"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
	],
	[
		'DeepSeek, other tokens',
		'<|tool_calls_begin|><|tool_call_begin|>get_weather<|tool_sep|>{"city": "Paris"}<|tool_call_end|><|tool_calls_end|>',
	],
	[
		'DeepSeek V3.2',
		'<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Paris</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
	],
	[
		'Step 3',
		'<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Paris</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
	],
	[
		'Kimi K2',
		'<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|><|tool_calls_section_end|>',
	],
	[
		'Kimi K2 without its frame',
		'<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|>',
	],
	[
		'Kimi K3',
		'<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Paris<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
	],
	[
		'Kimi K3 with JSON',
		'<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>json type="object"<|sep|>{"city":"Paris"}<|close|>json<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
	],
	['Granite 3', `<|tool_call|>[${json}]`],
	['Granite 20B', `<function_call> ${json}`],
	['Phi-4', `<|tool_call|>[${json}]<|/tool_call|>`],
	['Phi-4 mini', `functools[${json}]`],
	[
		'Command A',
		'<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Paris"}}\n]<|END_ACTION|>',
	],
	['Command R', 'Action: ```json\n[\n    {"tool_name": "get_weather", "parameters": {"city": "Paris"}}\n]```'],
	['Gemma', '```tool_code\nget_weather(city="Paris")\n```'],
	['Gemma with print', "```tool_code\nprint(default_api.get_weather(city='Paris'))\n```"],
	['FunctionGemma', '<start_function_call>call:get_weather{city:<escape>Paris<escape>}<end_function_call>'],
	['Gemma 4', '<|tool_call>call:get_weather{city:<|"|>Paris<|"|>}<tool_call|>'],
	['gpt-oss', '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Paris"}<|call|>'],
	[
		'gpt-oss, the recipient first',
		'<|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>{"city":"Paris"}<|call|>',
	],
	['gpt-oss without tokens', 'commentary to=functions.get_weather json{"city":"Paris"}'],
	[
		'gpt-oss with its thoughts',
		'<|channel|>analysis<|message|>The weather.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Paris"}<|call|>',
	],
	['LFM2', `<|tool_call_start|>[get_weather(city="Paris")]<|tool_call_end|>`],
	['LFM2 with JSON', `<|tool_call_start|>[${json}]<|tool_call_end|>`],
	['Pangu', `[unused11][${json}][unused12]`],
	['InternLM', `<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Paris"}}<|action_end|>`],
	['Apertus', '<|tools_prefix|>[{"get_weather": {"city": "Paris"}}]<|tools_suffix|>'],
	['LongCat', `<longcat_tool_call>${json}</longcat_tool_call>`],
	[
		'LongCat with keys',
		'<longcat_tool_call>get_weather\n<longcat_arg_key>city</longcat_arg_key>\n<longcat_arg_value>Paris</longcat_arg_value>\n</longcat_tool_call>',
	],
	['GigaChat', `function call<|role_sep|>\n${json}`],
	[
		'Inkling',
		'<|message_model|>get_weather<|content_invoke_tool_json|>{"name":"get_weather","args":{"city":"Paris"}}<|end_message|>',
	],
	[
		'PLaMo',
		'<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>get_weather<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>{"city": "Paris"}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>',
	],
	['HyperCLOVA X', `-> tool/function_call\n[${json}]`],
	['RWKV', `**Tool Call:**\n\`\`\`json\n${json}\n\`\`\``],
];
