import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { version } from "../infra/version.ts";
import { buildTypeScript } from "./clients/build-typescript.ts";
import { buildWheel } from "./clients/build-wheel.ts";
import { ROOT } from "./clients/run-program.ts";
import { buildNotices, listLicenceFaults, listThirdParties } from "./release/licences.ts";

const LARGEST_OUTPUT = 512 * 1024 * 1024;
const CHART = "deploy/helm/ringdown";

export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
}

const run = (command: string, args: readonly string[], cwd = ROOT): Buffer =>
  execFileSync(command, args, { cwd, maxBuffer: LARGEST_OUTPUT, stdio: ["ignore", "pipe", "pipe"] });
const git = (...args: string[]): string => run("git", args).toString("utf8").trim();

/** What a Dockerfile copies from its context, and what stands beside it for Docker. */
export const listContext = (dockerfiles: readonly string[]): string[] => {
  const copied = dockerfiles.flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(" ") ?? []),
  );
  const beside = [
    ".dockerignore",
    "docker-compose.yml",
    "deploy/nginx/compose.conf",
    "NOTICE",
    "infra/simulator/Dockerfile.dockerignore",
  ];
  return [...new Set([...dockerfiles, ...copied, ...beside])].toSorted();
};

/** Packs paths of the commit: the same commit gives the same bytes. */
const pack = (
  file: string,
  { prefix, tree, paths = [] }: { prefix: string; tree: string; paths?: readonly string[] },
): void => {
  const tar = run("git", ["archive", "--format=tar", `--prefix=${prefix}/`, tree, ...paths]);
  writeFileSync(file, gzipSync(tar, { level: 9 }));
};

/** Throws ReleaseError for whatever a release may not have. */
const judge = (): void => {
  const dirty = git("status", "--porcelain");
  if (dirty !== "") throw new ReleaseError(`The tree has changes that no commit has:\n${dirty}`);
  const chart = readFileSync(join(ROOT, CHART, "Chart.yaml"), "utf8");
  for (const field of ["version", "appVersion"])
    if (!chart.includes(`\n${field}: ${version}\n`))
      throw new ReleaseError(`${CHART}/Chart.yaml has another ${field} than package.json: ${version}`);
  const faults = listLicenceFaults(listThirdParties());
  if (faults.length > 0) throw new ReleaseError(`Licences:\n${faults.join("\n")}`);
};

const buildPackages = (into: string): void => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-release-"));
  try {
    buildTypeScript(folder);
    run("npm", ["pack", "--silent", "--pack-destination", into], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const failure = buildWheel(into);
  if (failure !== null) throw new ReleaseError(`The wheel could not be built: ${failure}`);
};

const bomSchema = z.looseObject({
  components: z.array(z.looseObject({ "bom-ref": z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
  metadata: z.looseObject({ component: z.looseObject({ "bom-ref": z.string() }) }),
});

/**
 * Lists what an installation runs, by CycloneDX. npm lists everything; its own `--omit dev` also leaves out what both an installation and
 * the development need, such as Express.
 */
const buildSbom = (): string => {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
  const bom = bomSchema.parse(JSON.parse(run("npm", args).toString("utf8")));
  const own = bom.metadata.component["bom-ref"];
  const kept = new Set(
    listThirdParties().flatMap(({ name, version: of, forDevelopment }) => (forDevelopment ? [] : [`${name}@${of}`])),
  );
  const components = bom.components.filter((component) => kept.has(component["bom-ref"]));
  const dependencies = bom.dependencies
    .filter(({ ref }) => ref === own || kept.has(ref))
    .map(({ dependsOn, ...rest }) => ({ ...rest, dependsOn: dependsOn.filter((each) => kept.has(each)) }));
  return `${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`;
};

const writeChecksums = (folder: string): string[] => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const lines = files.map(
    (file) =>
      `${createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex")}  ${file}\n`,
  );
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
  return files;
};

/** Builds everything that a release consists of into a folder that is not there yet; returns its files. */
export const buildRelease = (folder: string): string[] => {
  judge();
  if (existsSync(folder)) throw new ReleaseError(`${folder} is there already: remove it, or name another with --out`);
  for (const part of ["image", "packages", "chart"]) mkdirSync(join(folder, part), { recursive: true });
  const paths = listContext(["Dockerfile", "infra/simulator/Dockerfile"]);
  pack(join(folder, "image", `ringdown-${version}-image-context.tar.gz`), {
    prefix: `ringdown-${version}`,
    tree: "HEAD",
    paths,
  });
  pack(join(folder, "chart", `ringdown-chart-${version}.tgz`), { prefix: "ringdown", tree: `HEAD:${CHART}` });
  buildPackages(join(folder, "packages"));
  writeFileSync(join(folder, "sbom.cdx.json"), buildSbom());
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), buildNotices(version));
  return writeChecksums(folder);
};

/** A tag says what the changelog says of its version: everything that has changed is in its section. */
const requireNamedChanges = (): void => {
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  const [, unreleased = ""] = /^## \[Unreleased\]$([\s\S]*?)^## /m.exec(changelog) ?? [];
  if (!changelog.includes(`\n## [${version}]`)) throw new ReleaseError(`CHANGELOG.md has no section for ${version}`);
  if (unreleased.trim() !== "")
    throw new ReleaseError(`CHANGELOG.md has changes that no version has: move them into that of ${version}`);
};

/** `npm run release -- [--dry] [--out FOLDER]`. Without `--dry` it also tags the commit; nothing is sent anywhere. */
const release = (): void => {
  const { values } = parseArgs({ options: { dry: { type: "boolean", default: false }, out: { type: "string" } } });
  const folder = resolve(values.out ?? join(ROOT, ".cache/release", version));
  if (!values.dry) requireNamedChanges();
  const files = buildRelease(folder);
  if (!values.dry) git("tag", "--annotate", "--message", `Ringdown ${version}`, `v${version}`);
  console.log(`Ringdown ${version} of commit ${git("rev-parse", "--short", "HEAD")} is in ${folder}:`);
  for (const file of files) console.log(`  ${file}  ${readFileSync(join(folder, file)).length} bytes`);
  console.log(
    values.dry ? "Nothing was tagged." : `The commit has the tag v${version}: push it, and the workflow publishes it.`,
  );
};

if (import.meta.main) {
  try {
    release();
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
