import { describe, expect, it } from "vitest";
import { findings, gatesOf } from "./helpers";

/** What is told of a function with this body, in a file that asks for a capability as well. */
const told = (body: string, before = ""): string[] =>
  findings(`struct Pair { int major, minor; }; ${before} void f() { ${body} }`).filter(
    (found) => !found.startsWith("if "),
  );

describe("a name like sm that holds a count of multiprocessors", () => {
  it.each([
    "int sm = prop.multiProcessorCount; if (sm > 110) throw 1;",
    "int sm = at::cuda::getCurrentDeviceProperties()->multiProcessorCount; CHECK(sm < 100);",
    "const int sm = props->multiProcessorCount / 2; if (sm > 110) throw 1;",
    "auto sm = get_num_sms(); if (sm > 110) throw 1;",
    "auto sm = getSmCount(); if (sm > 110) throw 1;",
    "int sm; sm = prop.multiProcessorCount; if (sm > 110) throw 1;",
    "int sm = getSMVersion(); sm = prop.multiProcessorCount; if (sm > 110) throw 1;",
    "int sm = 0; cudaDeviceGetAttribute(&sm, cudaDevAttrMultiProcessorCount, 0); if (sm > 110) throw 1;",
    "int n, sm; cuDeviceGetAttribute(&sm, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, d); if (sm > 110) throw 1;",
    "int sm; cudaDeviceGetAttribute(&sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0); if (sm > 110) throw 1;",
  ])("is no architecture: %s", (body) => {
    expect(told(body)).toEqual([]);
  });

  it("is none where a call gives the count, nor as a member that is asked for elsewhere", () => {
    const given = "void g(int sm) { if (sm > 110) throw 1; }";
    expect(told("g(prop.multiProcessorCount);", given)).toEqual([]);
    const member =
      "struct S { int sm; S() { cudaDeviceGetAttribute(&sm, cudaDevAttrMultiProcessorCount, 0); }" +
      " void run() { if (sm > 110) throw 1; } };";
    expect(told("", member)).toEqual([]);
  });

  it.each([
    "int sm = getSMVersion(); int n = prop.multiProcessorCount; if (sm > 110) throw 1;",
    "int sm = prop.multiProcessorCount; sm = getSMVersion(); if (sm > 110) throw 1;",
    "int sm = runtime->getSMVersion(); if (sm > 110) throw 1;",
    "int sm = runtime::getSMVersion(); if (sm > 110) throw 1;",
    "int n; cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0); if (sm > 110) throw 1;",
    "{ int sm; cudaDeviceGetAttribute(&sm, cudaDevAttrMultiProcessorCount, 0); } } void g(int sm) { if (sm > 110) throw 1;",
    "int smVersion = std::atoi(argv[1]); if (smVersion > 110) throw 1;",
  ])("is one where it holds one: %s", (body) => {
    expect(told(body)).toHaveLength(1);
  });
});

describe("a major of something else than the device", () => {
  it.each([
    'int major, minor; sscanf(driver, "%d.%d", &major, &minor); if (major > 11) throw 1;',
    'int major, minor, patch; sscanf(text, "%d.%d.%d", &major, &minor, &patch); if (major > 11) throw 1;',
    "int major = 0; cublasGetProperty(MAJOR_VERSION, &major); if (major > 11) throw 1;",
    "int major = std::stoi(text.substr(0, 2)); if (major > 11) throw 1;",
    "int major, minor; queryDriver(&major, &minor); if (major > 11) throw 1;",
    "int major; major = driverVersion / 1000; if (major > 11) throw 1;",
    "int major = driver.major; if (major > 11) throw 1;",
    "Ver have; if (have.major > 11) throw 1;",
    "const ns::LibraryVersion& have = f(); if (have.major > 11) throw 1;",
    "auto have = driver_version(); if (have.major > 11) throw 1;",
  ])("is no capability: %s", (body) => {
    expect(told(body)).toEqual([]);
  });

  it("is none of a parameter of such a type, nor in a function about a driver", () => {
    expect(told("", "bool g(Ver a) { return a.major == 9; }")).toEqual([]);
    expect(told("", "bool ok(const Ver& a, Ver b) { return a.major >= 9 && b.major < 12; }")).toEqual([]);
    expect(told("", "void checkDriver(int major, int minor) { if (major > 11) throw 1; }")).toEqual([]);
  });

  it("is not taken for one that another function asks for", () => {
    const asks =
      "void g() { int major; cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0); }";
    expect(
      told("int v = v(); int major = v / 1000, minor = v % 1000; if (major > 11) throw 1;", asks),
    ).toEqual([]);
    expect(told('int major; sscanf(nvml, "%d", &major); if (major > 11) throw 1;', asks)).toEqual([]);
    expect(told("if (major > 11) throw 1;", asks)).toHaveLength(1);
  });

  it.each([
    'int major, minor; sscanf(archText, "%d.%d", &major, &minor); if (major > 11) throw 1;',
    "int major, minor; getComputeCapability(&major, &minor); if (major > 11) throw 1;",
    "int major, minor; DRIVER_CHECK(cuDeviceComputeCapability(&major, &minor, driver.device)); if (major > 11) throw 1;",
    "cudaDeviceProp driver; if (driver.major > 11) throw 1;",
    "Pair pair = ask(); cudaDeviceProp prop; if (pair.major > 11) throw 1;",
    "auto [major, minor] = get_compute_capability(); if (major > 11) throw 1;",
  ])("is one where it is the device's: %s", (body) => {
    expect(told(body)).toHaveLength(1);
  });
});

describe("a major that nothing says whose it is", () => {
  const PROP = "void g(cudaDeviceProp prop) { f(prop.major, prop.minor); }";
  const LIBRARY = "void g(cudaDeviceProp prop) { f(LIB_MAJOR, LIB_MINOR); }";

  it.each([
    "void f(int major, int minor) { if (major != 9) throw 1; }",
    "void f(int major, int minor) { if (major == 9 && minor == 0) run(); else throw 1; }",
    "bool f(unsigned major, unsigned minor) { return major == 9; }",
    "void f() { int major, minor; parse(text, &major, &minor); if (major != 9) throw 1; }",
    "void f() { auto [major, minor] = parse(text); if (major != 9) throw 1; }",
    "struct Lib { int major; int minor; }; void f(Lib lib) { if (lib.major != 9) throw 1; }",
    `void f(int major, int minor) { if (major != 9) throw 1; } ${LIBRARY}`,
  ])("is no device's: %s", (text) => {
    expect(findings(text)).toEqual([]);
  });

  it.each([
    `void f(int major, int minor) { if (major != 9) throw 1; } ${PROP}`,
    "void checkArch(int major, int minor) { if (major != 9) throw 1; }",
    "void f(int major, int minor) { int sm = major * 10 + minor; if (major != 9) throw 1; }",
    "void f(int major, int minor) { if (major != 9) throw 1; } void g() { auto cc = ask(); f(cc.first, cc.second); }",
    "struct P { int major; int minor; }; void f(const P& p) { bool is_sm8x = p.major == 8; bool is_sm90 = p.major == 9; if (!(is_sm90 || is_sm8x)) throw 1; }",
    "struct P { int major; int minor; }; void f(const P& p) { const bool isHopper = p.major == 9; if (!isHopper) throw 1; }",
    "void f(int sm_major, int sm_minor) { if (sm_major != 9) throw 1; }",
    "void f() { int major, minor; getComputeCapability(&major, &minor); if (major != 9) throw 1; }",
    "void f() { auto [major, minor] = GetCudaComputeCapability(); if (major != 9) throw 1; }",
  ])("is one where the file says so: %s", (text) => {
    expect(findings(text)).toHaveLength(1);
  });
});

describe("a count or a version beside what is asked for", () => {
  const asks = "int get_sm(int d, int v); void query_info(int* major, int* minor, int* num_sms);";

  it.each([
    "int major, minor, num_sms; query_info(&major, &minor, &num_sms); if (major != 9) throw 1;",
    "int major, minor; get_caps(&major, &minor, num_sms()); if (major != 9) throw 1;",
    "int sm = get_sm(dev, driver_version); if (sm != 90) throw 1;",
    "int sm_version; get_version(&sm_version, toolkit_version); if (sm_version != 90) throw 1;",
    "int sm = prop.major * 10 + prop.minor; helper(&sm, sm_count); if (sm != 90) throw 1;",
    "int sm = cudaRuntimeVersion() >= 12 ? get_sm(dev, 0) : get_sm(0, 0); if (sm != 90) throw 1;",
    "int sm = archs[num_sms]; if (sm != 90) throw 1;",
    "int sm = getRuntime()->getSmVersion(); if (sm != 90) throw 1;",
    "bool ok = driverVersion >= 12000 && prop.major == 9; if (!ok) throw 1;",
    "bool ok = prop.major == 9 && (num_sms != 0); if (!ok) throw 1;",
  ])("does not make it something else: %s", (body) => {
    expect(told(body, asks)).toHaveLength(1);
  });

  it("leaves what may be one of two a gate", () => {
    const made = "int sm = cudaRuntimeVersion() >= 12 ? prop.major * 10 + prop.minor : 80;";
    expect(gatesOf(`void f() { ${made} if (sm != 90) throw 1; }`)).toHaveLength(1);
  });

  it.each([
    "int sm = static_cast<int>(prop.multiProcessorCount); if (sm > 110) throw 1;",
    "int sm = std::min<int>(prop.multiProcessorCount, 200); if (sm > 110) throw 1;",
    "int sm = limit > 0 ? prop.multiProcessorCount : -1; if (sm > 110) throw 1;",
    "int sm = all ? prop.multiProcessorCount : (half ? num_sms / 2 : 1); if (sm > 110) throw 1;",
    "int sm = counts.of(dev).num_sms; if (sm > 110) throw 1;",
    "int sm = 0; cudaDriverGetVersion(&sm); if (sm > 110) throw 1;",
    "int major = 0; cusolverGetProperty(MAJOR_VERSION, &major); if (major > 11) throw 1;",
  ])("is something else where it is the value itself: %s", (body) => {
    expect(told(body)).toEqual([]);
  });

  it.each([
    "void run(int sm) { if (sm != 90) throw 1; } void g() { run(x.num_sms > 0 ? p.major * 10 + p.minor : 0); }",
    "void init(int sm) { if (sm != 90) throw 1; } struct S { void init(int n); }; void g(S& s) { s.init(num_sms); }",
    "struct S { void init(int sm) { if (sm != 90) throw 1; } }; void init(int n); void g() { init(num_sms); }",
    "void init(int sm) { if (sm != 90) throw 1; } void init(char* s, int n) { } void g() { init(num_sms); }",
    "void init(int sm) { if (sm != 90) throw 1; } void init(long n); void g() { init(num_sms); }",
    "void init(int sm) { if (sm != 90) throw 1; } struct S { void init(int sm); void g() { init(num_sms); } };",
    "void init(int sm) { if (sm != 90) throw 1; } void g() { Other::init(num_sms); }",
    "void init(int sm) { if (sm != 90) throw 1; } void g() { init(num_sms); init(get_sm()); }",
    "void init(int sm) { if (sm != 90) throw 1; } void g() { init(num_sms); each(init); }",
  ])("does not make a parameter something else: %s", (before) => {
    expect(told("", before)).toHaveLength(1);
  });

  it.each([
    "void g(int sm); void h() { g(num_sms); g(2 * getSmCount()); } void g(int sm) { if (sm > 110) throw 1; }",
    "void g(int dev, int sm) { if (sm > 110) throw 1; } void h() { if (a) return g(0, num_sms); ns::g(0, num_sms); }",
  ])("makes one where all calls give it: %s", (before) => {
    expect(told("", before)).toEqual([]);
  });
});
