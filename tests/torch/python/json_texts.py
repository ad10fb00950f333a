import json
import math


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__ + ":", e)


d = {"b": [1, 2.5, None, True, {"x": "é\n\"\\\u2028😀\x01/"}], "a": {}, "c": [], "e": (1, -0.0), 3: 1e22, 2.5: 1e-7, None: "x", True: 1}
for kw in ({}, {"indent": 2}, {"indent": 0}, {"indent": "\t"}, {"ensure_ascii": False}, {"separators": (",", ":")}, {"indent": 1, "separators": ("; ", " = ")}, {"indent": None}):
    show(lambda: json.dumps(d, **kw))
show(lambda: json.dumps({"b": 1, "a": {"z": 1, "y": [3, {"k": 1, "c": 2}]}}, sort_keys=True, indent=4))
show(lambda: json.dumps({"b": 1, 2: 3}, sort_keys=True))
show(lambda: json.dumps([math.nan, math.inf, -math.inf]))
show(lambda: json.dumps({(1, 2): 3}))
show(lambda: json.dumps({1, 2}))
show(lambda: json.dumps([1, object]))
show(lambda: json.dumps([{1}], default=list))
show(lambda: json.dumps([range(2)], default=str))
show(lambda: json.dumps([]) + json.dumps({}) + json.dumps("") + json.dumps([[]], indent=2) + json.dumps(10**30))
for t in ['{"a": [1, 2.5, -3e2, "x\\n\\u00e9\\ud83d\\ude00", true, false, null]}', " [ ] ", "{}", "3", "-0", "-0.0", "1e400", "NaN", "-Infinity", '"\\/\\b\\f"', '{"a":1,"a":2}', '[[[]]]', '"é"', '  {"a" : { "b" :[ ] } }\n',
  "", "   ", "{", "[", "[1", "[1,", "[1,]", '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', "{a: 1}", "{'a': 1}", "[1 2]", '{"a" 1}', '"abc', '"\\x"', "01", "1.", ".5", "+1", "-", "tru", "nul", "[1] x", "True", "1 2", '["a', '[1,\n 2,\n x]', '"\\', '[-]', '[1.5.2]', '{"a":1 "b":2}', '{1: 2}', "[Infinity, nan]", "\x00", '{"a":}', "[,1]", '[1,,2]', '{"a"::1}', '{,}']:
    show(lambda: json.loads(t))
show(lambda: json.loads([1]))
show(lambda: json.loads(None))
try: json.loads('{"a": 1,\n  "b" 2}')
except json.JSONDecodeError as e: print(e.msg, e.pos, e.lineno, e.colno, len(e.doc), isinstance(e, ValueError))
# expect: '{"b": [1, 2.5, null, true, {"x": "\\u00e9\\n\\"\\\\\\u2028\\ud83d\\ude00\\u0001/"}], "a": {}, "c": [], "e": [1, -0.0], "3": 1e+22, "2.5": 1e-07, "null": "x", "true": 1}'
# expect: '{\n  "b": [\n    1,\n    2.5,\n    null,\n    true,\n    {\n      "x": "\\u00e9\\n\\"\\\\\\u2028\\ud83d\\ude00\\u0001/"\n    }\n  ],\n  "a": {},\n  "c": [],\n  "e": [\n    1,\n    -0.0\n  ],\n  "3": 1e+22,\n  "2.5": 1e-07,\n  "null": "x",\n  "true": 1\n}'
# expect: '{\n"b": [\n1,\n2.5,\nnull,\ntrue,\n{\n"x": "\\u00e9\\n\\"\\\\\\u2028\\ud83d\\ude00\\u0001/"\n}\n],\n"a": {},\n"c": [],\n"e": [\n1,\n-0.0\n],\n"3": 1e+22,\n"2.5": 1e-07,\n"null": "x",\n"true": 1\n}'
# expect: '{\n\t"b": [\n\t\t1,\n\t\t2.5,\n\t\tnull,\n\t\ttrue,\n\t\t{\n\t\t\t"x": "\\u00e9\\n\\"\\\\\\u2028\\ud83d\\ude00\\u0001/"\n\t\t}\n\t],\n\t"a": {},\n\t"c": [],\n\t"e": [\n\t\t1,\n\t\t-0.0\n\t],\n\t"3": 1e+22,\n\t"2.5": 1e-07,\n\t"null": "x",\n\t"true": 1\n}'
# expect: '{"b": [1, 2.5, null, true, {"x": "é\\n\\"\\\\\u2028😀\\u0001/"}], "a": {}, "c": [], "e": [1, -0.0], "3": 1e+22, "2.5": 1e-07, "null": "x", "true": 1}'
# expect: '{"b":[1,2.5,null,true,{"x":"\\u00e9\\n\\"\\\\\\u2028\\ud83d\\ude00\\u0001/"}],"a":{},"c":[],"e":[1,-0.0],"3":1e+22,"2.5":1e-07,"null":"x","true":1}'
# expect: '{\n "b" = [\n  1; \n  2.5; \n  null; \n  true; \n  {\n   "x" = "\\u00e9\\n\\"\\\\\\u2028\\ud83d\\ude00\\u0001/"\n  }\n ]; \n "a" = {}; \n "c" = []; \n "e" = [\n  1; \n  -0.0\n ]; \n "3" = 1e+22; \n "2.5" = 1e-07; \n "null" = "x"; \n "true" = 1\n}'
# expect: '{"b": [1, 2.5, null, true, {"x": "\\u00e9\\n\\"\\\\\\u2028\\ud83d\\ude00\\u0001/"}], "a": {}, "c": [], "e": [1, -0.0], "3": 1e+22, "2.5": 1e-07, "null": "x", "true": 1}'
# expect: '{\n    "a": {\n        "y": [\n            3,\n            {\n                "c": 2,\n                "k": 1\n            }\n        ],\n        "z": 1\n    },\n    "b": 1\n}'
# expect: TypeError: '<' not supported between instances of 'int' and 'str'
# expect: '[NaN, Infinity, -Infinity]'
# expect: TypeError: keys must be str, int, float, bool or None, not tuple
# expect: TypeError: Object of type set is not JSON serializable
# expect: TypeError: Object of type type is not JSON serializable
# expect: '[[1]]'
# expect: '["range(0, 2)"]'
# expect: '[]{}""[\n  []\n]1000000000000000000000000000000'
# expect: {'a': [1, 2.5, -300.0, 'x\né😀', True, False, None]}
# expect: []
# expect: {}
# expect: 3
# expect: 0
# expect: -0.0
# expect: inf
# expect: nan
# expect: -inf
# expect: '/\x08\x0c'
# expect: {'a': 2}
# expect: [[[]]]
# expect: 'é'
# expect: {'a': {'b': []}}
# expect: JSONDecodeError: Expecting value: line 1 column 1 (char 0)
# expect: JSONDecodeError: Expecting value: line 1 column 4 (char 3)
# expect: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
# expect: JSONDecodeError: Expecting value: line 1 column 2 (char 1)
# expect: JSONDecodeError: Expecting ',' delimiter: line 1 column 3 (char 2)
# expect: JSONDecodeError: Expecting value: line 1 column 4 (char 3)
# expect: JSONDecodeError: Expecting value: line 1 column 4 (char 3)
# expect: JSONDecodeError: Expecting ':' delimiter: line 1 column 5 (char 4)
# expect: JSONDecodeError: Expecting value: line 1 column 6 (char 5)
# expect: JSONDecodeError: Expecting ',' delimiter: line 1 column 7 (char 6)
# expect: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 8 (char 7)
# expect: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 8 (char 7)
# expect: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
# expect: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
# expect: JSONDecodeError: Expecting ',' delimiter: line 1 column 4 (char 3)
# expect: JSONDecodeError: Expecting ':' delimiter: line 1 column 6 (char 5)
# expect: JSONDecodeError: Unterminated string starting at: line 1 column 1 (char 0)
# expect: JSONDecodeError: Invalid \escape: line 1 column 2 (char 1)
# expect: JSONDecodeError: Extra data: line 1 column 2 (char 1)
# expect: JSONDecodeError: Extra data: line 1 column 2 (char 1)
# expect: JSONDecodeError: Expecting value: line 1 column 1 (char 0)
# expect: JSONDecodeError: Expecting value: line 1 column 1 (char 0)
# expect: JSONDecodeError: Expecting value: line 1 column 1 (char 0)
# expect: JSONDecodeError: Expecting value: line 1 column 1 (char 0)
# expect: JSONDecodeError: Expecting value: line 1 column 1 (char 0)
# expect: JSONDecodeError: Extra data: line 1 column 5 (char 4)
# expect: JSONDecodeError: Expecting value: line 1 column 1 (char 0)
# expect: JSONDecodeError: Extra data: line 1 column 3 (char 2)
# expect: JSONDecodeError: Unterminated string starting at: line 1 column 2 (char 1)
# expect: JSONDecodeError: Expecting value: line 3 column 2 (char 9)
# expect: JSONDecodeError: Unterminated string starting at: line 1 column 1 (char 0)
# expect: JSONDecodeError: Expecting value: line 1 column 2 (char 1)
# expect: JSONDecodeError: Expecting ',' delimiter: line 1 column 5 (char 4)
# expect: JSONDecodeError: Expecting ',' delimiter: line 1 column 8 (char 7)
# expect: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
# expect: JSONDecodeError: Expecting value: line 1 column 12 (char 11)
# expect: JSONDecodeError: Expecting value: line 1 column 1 (char 0)
# expect: JSONDecodeError: Expecting value: line 1 column 6 (char 5)
# expect: JSONDecodeError: Expecting value: line 1 column 2 (char 1)
# expect: JSONDecodeError: Expecting value: line 1 column 4 (char 3)
# expect: JSONDecodeError: Expecting value: line 1 column 6 (char 5)
# expect: JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
# expect: TypeError: the JSON object must be str, bytes or bytearray, not list
# expect: TypeError: the JSON object must be str, bytes or bytearray, not NoneType
# expect: Expecting ':' delimiter 15 2 7 17 True
