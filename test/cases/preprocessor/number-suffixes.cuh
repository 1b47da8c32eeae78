// Preprocessing numbers that are no integers, or not quite: what each counts as, and of which sign.
#if 3K
int not_zero_0;
#elif (3K) + 1 == 1
int zero_0;
#endif
#if -1 < 0 * (3K)
int signed_0;
#endif
#if (3K) < 0
int negative_0;
#endif
#if 3k
int not_zero_1;
#elif (3k) + 1 == 1
int zero_1;
#endif
#if -1 < 0 * (3k)
int signed_1;
#endif
#if (3k) < 0
int negative_1;
#endif
#if 7R
int not_zero_2;
#elif (7R) + 1 == 1
int zero_2;
#endif
#if -1 < 0 * (7R)
int signed_2;
#endif
#if (7R) < 0
int negative_2;
#endif
#if 1uK
int not_zero_3;
#elif (1uK) + 1 == 1
int zero_3;
#endif
#if -1 < 0 * (1uK)
int signed_3;
#endif
#if (1uK) < 0
int negative_3;
#endif
#if 1hk
int not_zero_4;
#elif (1hk) + 1 == 1
int zero_4;
#endif
#if -1 < 0 * (1hk)
int signed_4;
#endif
#if (1hk) < 0
int negative_4;
#endif
#if 1llr
int not_zero_5;
#elif (1llr) + 1 == 1
int zero_5;
#endif
#if -1 < 0 * (1llr)
int signed_5;
#endif
#if (1llr) < 0
int negative_5;
#endif
#if 1ULLK
int not_zero_6;
#elif (1ULLK) + 1 == 1
int zero_6;
#endif
#if -1 < 0 * (1ULLK)
int signed_6;
#endif
#if (1ULLK) < 0
int negative_6;
#endif
#if 1lLk
int not_zero_7;
#elif (1lLk) + 1 == 1
int zero_7;
#endif
#if -1 < 0 * (1lLk)
int signed_7;
#endif
#if (1lLk) < 0
int negative_7;
#endif
#if 0x3K
int not_zero_8;
#elif (0x3K) + 1 == 1
int zero_8;
#endif
#if -1 < 0 * (0x3K)
int signed_8;
#endif
#if (0x3K) < 0
int negative_8;
#endif
#if 0x3r
int not_zero_9;
#elif (0x3r) + 1 == 1
int zero_9;
#endif
#if -1 < 0 * (0x3r)
int signed_9;
#endif
#if (0x3r) < 0
int negative_9;
#endif
#if 3KK
int not_zero_10;
#elif (3KK) + 1 == 1
int zero_10;
#endif
#if -1 < 0 * (3KK)
int signed_10;
#endif
#if (3KK) < 0
int negative_10;
#endif
#if 3Kl
int not_zero_11;
#elif (3Kl) + 1 == 1
int zero_11;
#endif
#if -1 < 0 * (3Kl)
int signed_11;
#endif
#if (3Kl) < 0
int negative_11;
#endif
#if 0b1K
int not_zero_12;
#elif (0b1K) + 1 == 1
int zero_12;
#endif
#if -1 < 0 * (0b1K)
int signed_12;
#endif
#if (0b1K) < 0
int negative_12;
#endif
#if 08K
int not_zero_13;
#elif (08K) + 1 == 1
int zero_13;
#endif
#if -1 < 0 * (08K)
int signed_13;
#endif
#if (08K) < 0
int negative_13;
#endif
#if 3i
int not_zero_14;
#elif (3i) + 1 == 1
int zero_14;
#endif
#if -1 < 0 * (3i)
int signed_14;
#endif
#if (3i) < 0
int negative_14;
#endif
#if 3il
int not_zero_15;
#elif (3il) + 1 == 1
int zero_15;
#endif
#if -1 < 0 * (3il)
int signed_15;
#endif
#if (3il) < 0
int negative_15;
#endif
#if 3j
int not_zero_16;
#elif (3j) + 1 == 1
int zero_16;
#endif
#if -1 < 0 * (3j)
int signed_16;
#endif
#if (3j) < 0
int negative_16;
#endif
#if 3li
int not_zero_17;
#elif (3li) + 1 == 1
int zero_17;
#endif
#if -1 < 0 * (3li)
int signed_17;
#endif
#if (3li) < 0
int negative_17;
#endif
#if 3Li
int not_zero_18;
#elif (3Li) + 1 == 1
int zero_18;
#endif
#if -1 < 0 * (3Li)
int signed_18;
#endif
#if (3Li) < 0
int negative_18;
#endif
#if 3lI
int not_zero_19;
#elif (3lI) + 1 == 1
int zero_19;
#endif
#if -1 < 0 * (3lI)
int signed_19;
#endif
#if (3lI) < 0
int negative_19;
#endif
#if 3J
int not_zero_20;
#elif (3J) + 1 == 1
int zero_20;
#endif
#if -1 < 0 * (3J)
int signed_20;
#endif
#if (3J) < 0
int negative_20;
#endif
#if 3uj
int not_zero_21;
#elif (3uj) + 1 == 1
int zero_21;
#endif
#if -1 < 0 * (3uj)
int signed_21;
#endif
#if (3uj) < 0
int negative_21;
#endif
#if 3juu
int not_zero_22;
#elif (3juu) + 1 == 1
int zero_22;
#endif
#if -1 < 0 * (3juu)
int signed_22;
#endif
#if (3juu) < 0
int negative_22;
#endif
#if 3ij
int not_zero_23;
#elif (3ij) + 1 == 1
int zero_23;
#endif
#if -1 < 0 * (3ij)
int signed_23;
#endif
#if (3ij) < 0
int negative_23;
#endif
#if 3ji
int not_zero_24;
#elif (3ji) + 1 == 1
int zero_24;
#endif
#if -1 < 0 * (3ji)
int signed_24;
#endif
#if (3ji) < 0
int negative_24;
#endif
#if 3ijl
int not_zero_25;
#elif (3ijl) + 1 == 1
int zero_25;
#endif
#if -1 < 0 * (3ijl)
int signed_25;
#endif
#if (3ijl) < 0
int negative_25;
#endif
#if 3lil
int not_zero_26;
#elif (3lil) + 1 == 1
int zero_26;
#endif
#if -1 < 0 * (3lil)
int signed_26;
#endif
#if (3lil) < 0
int negative_26;
#endif
#if 3lul
int not_zero_27;
#elif (3lul) + 1 == 1
int zero_27;
#endif
#if -1 < 0 * (3lul)
int signed_27;
#endif
#if (3lul) < 0
int negative_27;
#endif
#if 3llu
int not_zero_28;
#elif (3llu) + 1 == 1
int zero_28;
#endif
#if -1 < 0 * (3llu)
int signed_28;
#endif
#if (3llu) < 0
int negative_28;
#endif
#if 3uz
int not_zero_29;
#elif (3uz) + 1 == 1
int zero_29;
#endif
#if -1 < 0 * (3uz)
int signed_29;
#endif
#if (3uz) < 0
int negative_29;
#endif
#if 3zz
int not_zero_30;
#elif (3zz) + 1 == 1
int zero_30;
#endif
#if -1 < 0 * (3zz)
int signed_30;
#endif
#if (3zz) < 0
int negative_30;
#endif
#if 3lL
int not_zero_31;
#elif (3lL) + 1 == 1
int zero_31;
#endif
#if -1 < 0 * (3lL)
int signed_31;
#endif
#if (3lL) < 0
int negative_31;
#endif
#if 1E
int not_zero_32;
#elif (1E) + 1 == 1
int zero_32;
#endif
#if -1 < 0 * (1E)
int signed_32;
#endif
#if (1E) < 0
int negative_32;
#endif
#if 0E
int not_zero_33;
#elif (0E) + 1 == 1
int zero_33;
#endif
#if -1 < 0 * (0E)
int signed_33;
#endif
#if (0E) < 0
int negative_33;
#endif
#if 1E+
int not_zero_34;
#elif (1E+) + 1 == 1
int zero_34;
#endif
#if -1 < 0 * (1E+)
int signed_34;
#endif
#if (1E+) < 0
int negative_34;
#endif
#if 3e
int not_zero_35;
#elif (3e) + 1 == 1
int zero_35;
#endif
#if -1 < 0 * (3e)
int signed_35;
#endif
#if (3e) < 0
int negative_35;
#endif
#if 3else
int not_zero_36;
#elif (3else) + 1 == 1
int zero_36;
#endif
#if -1 < 0 * (3else)
int signed_36;
#endif
#if (3else) < 0
int negative_36;
#endif
#if 0b1e
int not_zero_37;
#elif (0b1e) + 1 == 1
int zero_37;
#endif
#if -1 < 0 * (0b1e)
int signed_37;
#endif
#if (0b1e) < 0
int negative_37;
#endif
#if 0b1e1
int not_zero_38;
#elif (0b1e1) + 1 == 1
int zero_38;
#endif
#if -1 < 0 * (0b1e1)
int signed_38;
#endif
#if (0b1e1) < 0
int negative_38;
#endif
#if 0b12
int not_zero_39;
#elif (0b12) + 1 == 1
int zero_39;
#endif
#if -1 < 0 * (0b12)
int signed_39;
#endif
#if (0b12) < 0
int negative_39;
#endif
#if 0b2
int not_zero_40;
#elif (0b2) + 1 == 1
int zero_40;
#endif
#if -1 < 0 * (0b2)
int signed_40;
#endif
#if (0b2) < 0
int negative_40;
#endif
#if 0b
int not_zero_41;
#elif (0b) + 1 == 1
int zero_41;
#endif
#if -1 < 0 * (0b)
int signed_41;
#endif
#if (0b) < 0
int negative_41;
#endif
#if 0x
int not_zero_42;
#elif (0x) + 1 == 1
int zero_42;
#endif
#if -1 < 0 * (0x)
int signed_42;
#endif
#if (0x) < 0
int negative_42;
#endif
#if 0xp
int not_zero_43;
#elif (0xp) + 1 == 1
int zero_43;
#endif
#if -1 < 0 * (0xp)
int signed_43;
#endif
#if (0xp) < 0
int negative_43;
#endif
#if 0x1p
int not_zero_44;
#elif (0x1p) + 1 == 1
int zero_44;
#endif
#if -1 < 0 * (0x1p)
int signed_44;
#endif
#if (0x1p) < 0
int negative_44;
#endif
#if 0x.
int not_zero_45;
#elif (0x.) + 1 == 1
int zero_45;
#endif
#if -1 < 0 * (0x.)
int signed_45;
#endif
#if (0x.) < 0
int negative_45;
#endif
#if 0x1.8
int not_zero_46;
#elif (0x1.8) + 1 == 1
int zero_46;
#endif
#if -1 < 0 * (0x1.8)
int signed_46;
#endif
#if (0x1.8) < 0
int negative_46;
#endif
#if 1p3
int not_zero_47;
#elif (1p3) + 1 == 1
int zero_47;
#endif
#if -1 < 0 * (1p3)
int signed_47;
#endif
#if (1p3) < 0
int negative_47;
#endif
#if 18446744073709551615
int not_zero_48;
#elif (18446744073709551615) + 1 == 1
int zero_48;
#endif
#if -1 < 0 * (18446744073709551615)
int signed_48;
#endif
#if (18446744073709551615) < 0
int negative_48;
#endif
#if 18446744073709551616
int not_zero_49;
#elif (18446744073709551616) + 1 == 1
int zero_49;
#endif
#if -1 < 0 * (18446744073709551616)
int signed_49;
#endif
#if (18446744073709551616) < 0
int negative_49;
#endif
#if 18446744073709551617u
int not_zero_50;
#elif (18446744073709551617u) + 1 == 1
int zero_50;
#endif
#if -1 < 0 * (18446744073709551617u)
int signed_50;
#endif
#if (18446744073709551617u) < 0
int negative_50;
#endif
#if 36893488147419103231
int not_zero_51;
#elif (36893488147419103231) + 1 == 1
int zero_51;
#endif
#if -1 < 0 * (36893488147419103231)
int signed_51;
#endif
#if (36893488147419103231) < 0
int negative_51;
#endif
#if 99999999999999999999999999999l
int not_zero_52;
#elif (99999999999999999999999999999l) + 1 == 1
int zero_52;
#endif
#if -1 < 0 * (99999999999999999999999999999l)
int signed_52;
#endif
#if (99999999999999999999999999999l) < 0
int negative_52;
#endif
#if 99999999999999999999999999999ull
int not_zero_53;
#elif (99999999999999999999999999999ull) + 1 == 1
int zero_53;
#endif
#if -1 < 0 * (99999999999999999999999999999ull)
int signed_53;
#endif
#if (99999999999999999999999999999ull) < 0
int negative_53;
#endif
#if 0xFFFFFFFFFFFFFFFFF
int not_zero_54;
#elif (0xFFFFFFFFFFFFFFFFF) + 1 == 1
int zero_54;
#endif
#if -1 < 0 * (0xFFFFFFFFFFFFFFFFF)
int signed_54;
#endif
#if (0xFFFFFFFFFFFFFFFFF) < 0
int negative_54;
#endif
#if 0x18000000000000000
int not_zero_55;
#elif (0x18000000000000000) + 1 == 1
int zero_55;
#endif
#if -1 < 0 * (0x18000000000000000)
int signed_55;
#endif
#if (0x18000000000000000) < 0
int negative_55;
#endif
#if 0777777777777777777777777
int not_zero_56;
#elif (0777777777777777777777777) + 1 == 1
int zero_56;
#endif
#if -1 < 0 * (0777777777777777777777777)
int signed_56;
#endif
#if (0777777777777777777777777) < 0
int negative_56;
#endif
#if 9223372036854775808
int not_zero_57;
#elif (9223372036854775808) + 1 == 1
int zero_57;
#endif
#if -1 < 0 * (9223372036854775808)
int signed_57;
#endif
#if (9223372036854775808) < 0
int negative_57;
#endif
#if 9223372036854775808l
int not_zero_58;
#elif (9223372036854775808l) + 1 == 1
int zero_58;
#endif
#if -1 < 0 * (9223372036854775808l)
int signed_58;
#endif
#if (9223372036854775808l) < 0
int negative_58;
#endif
#if 0b1'1
int not_zero_59;
#elif (0b1'1) + 1 == 1
int zero_59;
#endif
#if -1 < 0 * (0b1'1)
int signed_59;
#endif
#if (0b1'1) < 0
int negative_59;
#endif
#if 3'0_x
int not_zero_60;
#elif (3'0_x) + 1 == 1
int zero_60;
#endif
#if -1 < 0 * (3'0_x)
int signed_60;
#endif
#if (3'0_x) < 0
int negative_60;
#endif
#if 0x3E81
int not_zero_61;
#elif (0x3E81) + 1 == 1
int zero_61;
#endif
#if -1 < 0 * (0x3E81)
int signed_61;
#endif
#if (0x3E81) < 0
int negative_61;
#endif
#if 3B0
int not_zero_62;
#elif (3B0) + 1 == 1
int zero_62;
#endif
#if -1 < 0 * (3B0)
int signed_62;
#endif
#if (3B0) < 0
int negative_62;
#endif
#if 1'000K
int not_zero_63;
#elif (1'000K) + 1 == 1
int zero_63;
#endif
#if -1 < 0 * (1'000K)
int signed_63;
#endif
#if (1'000K) < 0
int negative_63;
#endif
#if 08u
int not_zero_64;
#elif (08u) + 1 == 1
int zero_64;
#endif
#if -1 < 0 * (08u)
int signed_64;
#endif
#if (08u) < 0
int negative_64;
#endif
#if 09j
int not_zero_65;
#elif (09j) + 1 == 1
int zero_65;
#endif
#if -1 < 0 * (09j)
int signed_65;
#endif
#if (09j) < 0
int negative_65;
#endif
#if 3il5
int not_zero_66;
#elif (3il5) + 1 == 1
int zero_66;
#endif
#if -1 < 0 * (3il5)
int signed_66;
#endif
#if (3il5) < 0
int negative_66;
#endif
#if 3ull_x
int not_zero_67;
#elif (3ull_x) + 1 == 1
int zero_67;
#endif
#if -1 < 0 * (3ull_x)
int signed_67;
#endif
#if (3ull_x) < 0
int negative_67;
#endif
