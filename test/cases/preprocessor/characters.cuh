// Character constants: value, signedness, escapes, prefixes, several characters.
#if 'a' == 97 && 'A' == 65 && '0' == 48 && ' ' == 32
#endif
#if '\n' == 10 && '\t' == 9 && '\r' == 13 && '\a' == 7 && '\b' == 8 && '\f' == 12 && '\v' == 11
#endif
#if '\0' == 0 && '\7' == 7 && '\101' == 65 && '\x41' == 65 && '\x7f' == 127
#endif
#if '\'' == 39 && '"' == 34 && '\"' == 34 && '\\' == 92 && '\?' == 63
#endif
#if '\e' == 27 && '\E' == 27
#endif
#if '\377' < 0 && '\xff' == -1 && '\x80' == -128
#endif
#if '\400' == 0
#endif
#if '\x100' == 0
#elif 1
#endif
#if '\1234'
#endif
#if 'ab' == 24930
#endif
#if 'abc' == 6382179
#endif
#if 'abcd' == 1633837924
#endif
#if 'abcde' == 1650680933
#endif
#if '\xff\xff' == 65535 || '\xff\xff' == -1
#endif
#if '\xff\xff\xff\xff' == -1
#endif
#if L'a' == 97 && u'a' == 97 && U'a' == 97
#endif
#if u8'a' == 97
#endif
#if u8'\xff' > 0
#else
#endif
#if L'\xffff' > 0 && u'\xffff' == 65535
#endif
#if L'\xffffffff' < 0
#endif
#if U'\xffffffff' > 0
#endif
#if '\u0041' == 65
#elif 1
#endif
#if L'\u00e9' == 233
#endif
#if U'\U0001F600' == 128512
#endif
#if 'é'
#endif
#if L'é' == 233
#endif
#if u'ab'
#elif 1
#endif
#if ''
#else
int empty_character;
#endif
#if '
#else
int unterminated_character;
#endif
#if 'a
#elif 1
#endif
#if '\q' == 'q'
#endif
#if '\x'
#else
#endif
#if '\u12'
#else
#endif
#if '//' == 12079
#endif
#if '/*' == 12074
#endif
#if 'a' - 'A' == 32 && 'z' > 'a'
#endif
#if -'a' < 0 && ~'a' == -98
#endif
#if 'a' "b"
#else
#endif
#if 'a'_x
#else
#endif
#if "a" == "a"
#else
#endif
#if L"a"
#else
#endif
#if R"(a)"
#else
#endif
