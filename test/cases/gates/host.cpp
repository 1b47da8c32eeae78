// Checks that a program makes of its device.
int tileFor(int smVersion) {
  switch (smVersion) {
//^^^^^^^^^^^^^^^^^^ warning[host-check-excludes]: Exception for 12.0 (sm_120): only 8.0–8.6 and 9.0–10.0 get in 💡
    case 80: case 86: return 64;
    case 90: return 128;
    case 100: return 256;
    default: throw std::runtime_error("no tile");
  }
}

static bool isSm100(int major, int minor) { return major * 10 + minor >= 100; }
//                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[name-disagrees]: "isSm100" says 10.0, but 12.0–12.1 gets in as well
void run(int major, int minor) { if (!isSm100(major, minor)) throw 1; go(); }

bool isSm120(int sm) { return sm >= 120 && sm < 130; }

bool isNotSm120(int sm) { return sm < 120 || sm >= 130; }
