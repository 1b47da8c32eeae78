import { describe, expect, it } from "vitest";
import { findings } from "./helpers";

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
    "Pair pair = ask(); if (pair.major > 11) throw 1;",
    "auto [major, minor] = get_compute_capability(); if (major > 11) throw 1;",
  ])("is one where it is the device's: %s", (body) => {
    expect(told(body)).toHaveLength(1);
  });
});
