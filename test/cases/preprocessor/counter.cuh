// Values that change from use to use.
#if __COUNTER__ == 0
#else
#endif
#if __COUNTER__ || 1
#elif 1
#endif
