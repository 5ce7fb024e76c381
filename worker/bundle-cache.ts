import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { HOUR_MS } from "../domain/time/durations.rules.ts";

interface BundleCache {
  folder: string;
  /** A hash of everything that the bundle is built from. */
  fingerprint: string;
  build(): Promise<string>;
}

/** Enough for switching back and forth between versions. */
const BUNDLES_KEPT = 5;
/** A file this young may belong to another start that is about to rename it. */
const LEFT_ALONE_MS = HOUR_MS;

/**
 * Returns the bundle with this fingerprint; builds it when the cache has no valid one. A cache that cannot be written
 * is ignored.
 */
export const readCachedBundle = async ({ folder, fingerprint, build }: BundleCache): Promise<string> => {
  const file = join(folder, fingerprint);
  const kept = await readWhole(file);
  if (kept !== undefined) return kept;
  const code = await build();
  await keep(file, code).catch(() => {});
  await removeOldest(folder).catch(() => {});
  return code;
};

/** Hashes the paths and contents of files and folders. */
export const computeFingerprint = async (paths: readonly string[]): Promise<string> => {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of await filesOf(path)) {
      hash.update(`${path}\n${relative(path, file)}\n${sha256(await readFile(file))}\n`);
    }
  }
  return hash.digest("hex");
};

const filesOf = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
};

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** Reads a stored bundle, which begins with its checksum. A file that was cut or changed counts as missing. */
const readWhole = async (file: string): Promise<string | undefined> => {
  const content = await readFile(file, "utf8").catch(() => "");
  const end = content.indexOf("\n");
  const code = content.slice(end + 1);
  return end > 0 && content.slice(0, end) === sha256(code) ? code : undefined;
};

/** Writes to a file of its own and renames it, because other processes may start at the same time. */
const keep = async (file: string, code: string): Promise<void> => {
  const fresh = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(fresh, `${sha256(code)}\n${code}`);
  await rename(fresh, file);
};

const removeOldest = async (folder: string): Promise<void> => {
  const files = (await readdir(folder)).map((name) => join(folder, name));
  const dated = await Promise.all(files.map(async (file) => ({ file, writtenAtMs: (await stat(file)).mtimeMs })));
  const surplus = dated.toSorted((one, other) => other.writtenAtMs - one.writtenAtMs).slice(BUNDLES_KEPT);
  const old = surplus.filter(({ writtenAtMs }) => writtenAtMs < Date.now() - LEFT_ALONE_MS);
  await Promise.all(old.map(({ file }) => rm(file, { force: true })));
};
