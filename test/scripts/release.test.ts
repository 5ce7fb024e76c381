import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { version } from "../../infra/version.ts";
import {
  ATTRIBUTIONS,
  buildNotices,
  listLicenceFaults,
  listThirdParties,
  type ThirdParty,
} from "../../scripts/release/licences.ts";
import { listContext } from "../../scripts/release.ts";

const root = join(import.meta.dirname, "../..");
/** `TEST_RELEASE=1`: builds the whole release, with the packages, which takes a minute or more. */
const asked = process.env["TEST_RELEASE"] === "1";
const hasGit = existsSync(join(root, ".git"));
if (!asked || !hasGit)
  process.stderr.write(
    `\n*** SKIPPED: a release built whole: ${hasGit ? "set TEST_RELEASE=1" : "this folder is no clone"}\n\n`,
  );

const AUTHOR = {
  ...process.env,
  ...{ GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.com" },
  ...{ GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.com" },
};

const bomSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  metadata: z.object({ component: z.object({ version: z.string() }) }),
  components: z.array(z.object({ "bom-ref": z.string() })),
});
const one = (values: Partial<ThirdParty>): ThirdParty => ({
  name: "a-package",
  version: "1.0.0",
  licence: "MIT",
  folder: "nowhere",
  forDevelopment: false,
  ...values,
});

describe("the licences of third parties", () => {
  it("are named, accepted, and attributed where they ask for it", () => {
    const packages = listThirdParties();
    expect(packages.length).toBeGreaterThan(400);
    expect(listLicenceFaults(packages)).toEqual([]);
    for (const name of Object.keys(ATTRIBUTIONS)) expect(packages.map((each) => each.name)).toContain(name);
  });

  it.each([
    ["names none", one({ licence: null }), "names no licence"],
    ["is under one that nobody accepted", one({ licence: "GPL-3.0-only" }), "nobody has accepted"],
    ["adds one that nobody accepted", one({ licence: "(MIT AND GPL-3.0-only)" }), "nobody has accepted"],
    ["asks for attribution and has none", one({ licence: "CC-BY-4.0" }), "is not attributed"],
  ])("are a fault where a package %s", (_, given, fault) => {
    expect(listLicenceFaults([given]).join()).toContain(fault);
  });

  it("may be chosen from several", () => {
    expect(
      listLicenceFaults([one({ licence: "(MIT OR GPL-3.0-or-later)" }), one({ licence: "MIT OR Apache" })]),
    ).toEqual([]);
  });

  it("are in the notices: each package, each attribution, each text once", () => {
    const notices = buildNotices(version);
    for (const text of Object.values(ATTRIBUTIONS)) expect(notices).toContain(text);
    for (const { name, version: of, licence } of listThirdParties())
      expect(notices).toContain(`${name}@${of}  ${licence}`);
    const [, ...texts] = notices.split(`${"-".repeat(80)}\n`).map((text) => text.split("\n\n").slice(1).join("\n\n"));
    expect(texts.length).toBeGreaterThan(100);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe("the context of the images", () => {
  it("is what their Dockerfiles copy, and is there", () => {
    const paths = listContext(["Dockerfile", "infra/simulator/Dockerfile"]);
    expect(paths).toEqual(
      expect.arrayContaining(["Dockerfile", ".dockerignore", "package-lock.json", "api", "console", "docs/operators"]),
    );
    // What a build makes is no part of it.
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

const tried = hasGit ? it : it.skip;
describe("npm run release", () => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-release-test-"));
  const clone = join(folder, "clone");
  beforeAll(() => {
    if (!hasGit) return;
    spawnSync("git", ["clone", "--quiet", "--shared", root, clone]);
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
    appendFileSync(join(clone, ".git/info/exclude"), "node_modules\n");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/release.ts", ...args], { cwd: clone, encoding: "utf8" });

  tried("refuses a tree with changes that no commit has", () => {
    appendFileSync(join(clone, "README.md"), "changed");
    const { status, stderr } = run("--dry");
    spawnSync("git", ["checkout", "--quiet", "README.md"], { cwd: clone });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("README.md") });
  });

  tried("tags nothing that the changelog does not name", () => {
    const file = join(clone, "CHANGELOG.md");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace("## [Unreleased]\n", "## [Unreleased]\n\n- Something new.\n") +
        `\n## [${version}] - 2026-01-01\n`,
    );
    spawnSync("git", ["commit", "--quiet", "--all", "--message", "Something new"], { cwd: clone, env: AUTHOR });
    const { status, stderr } = run();
    spawnSync("git", ["reset", "--quiet", "--hard", "HEAD~1"], { cwd: clone });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining("CHANGELOG.md has changes that no version has"),
    });
  });

  (asked ? tried : it.skip)(
    "builds context, packages, chart, SBOM and notices, with their checksums",
    () => {
      const out = join(folder, "out");
      const { status, stderr, stdout } = run("--dry", "--out", out);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain("Nothing was tagged");
      const sums = readFileSync(join(out, "SHA256SUMS"), "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split("  "));
      expect(sums.map(([, file]) => file)).toEqual([
        "THIRD-PARTY-NOTICES.txt",
        `chart/ringdown-chart-${version}.tgz`,
        `image/ringdown-${version}-image-context.tar.gz`,
        `packages/ringdown-${version}-py3-none-any.whl`,
        `packages/ringdown-${version}.tgz`,
        "sbom.cdx.json",
      ]);
      for (const [sum, file = ""] of sums)
        expect(
          createHash("sha256")
            .update(readFileSync(join(out, file)))
            .digest("hex"),
        ).toBe(sum);
      const sbom = bomSchema.parse(JSON.parse(readFileSync(join(out, "sbom.cdx.json"), "utf8")));
      expect(sbom.metadata.component.version).toBe(version);
      expect(sbom.components.length).toBeGreaterThan(400);
      const names = sbom.components.map((component) => component["bom-ref"].replace(/@[^@]*$/, ""));
      expect(names).toEqual(expect.arrayContaining(["express", "zod", "@temporalio/worker"]));
      expect(names).not.toContain("jest");
      const chart = gunzipSync(readFileSync(join(out, `chart/ringdown-chart-${version}.tgz`))).toString("latin1");
      expect(chart).toContain("ringdown/values.schema.json");
      expect(readdirSync(out).toSorted()).toEqual([
        "SHA256SUMS",
        "THIRD-PARTY-NOTICES.txt",
        "chart",
        "image",
        "packages",
        "sbom.cdx.json",
      ]);
    },
    600_000,
  );
});
