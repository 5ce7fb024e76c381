import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const table = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() });
const sequence = z.object({ table: z.string(), column: z.string(), lastValue: z.string(), isCalled: z.boolean() });
const storedObject = z.object({ key: z.string(), sizeBytes: z.number().int(), contentType: z.string() });

export type TableCopy = z.output<typeof table>;
export type SequenceState = z.output<typeof sequence>;
export type StoredObject = z.output<typeof storedObject>;

const manifest = z.object({
  format: z.literal(1),
  /** The instant of PostgreSQL's snapshot, by its own clock. */
  takenAt: z.iso.datetime({ offset: true }),
  /** The names of the migrations that had run. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(table).min(1),
  sequences: z.array(sequence),
  objects: z.array(storedObject),
});
export type Manifest = z.output<typeof manifest>;

const keys = z.object({ encryptionKeys: z.array(z.string().regex(/^[0-9a-f]{64}$/i)) });

/** A backup on disk. The manifest is written last: a folder without one is an interrupted backup. */
export const openBackupFolder = (folder: string) => {
  const manifestFile = join(folder, "manifest.json");
  const keysFile = join(folder, "keys.json");
  return {
    postgres: join(folder, "postgres"),
    objects: join(folder, "objects"),
    tableFile: (name: string) => join(folder, "postgres", `${name}.copy.gz`),
    /** A key may be any text, so the file is named by its hash. */
    objectFile: (key: string) => join(folder, "objects", createHash("sha256").update(key).digest("hex")),
    writeManifest: (content: Manifest) => writeFile(manifestFile, JSON.stringify(content, null, 1), { mode: 0o600 }),
    readManifest: async () => {
      const content = await readJson(manifestFile).catch((cause: unknown) => {
        throw new Error(`${folder} is no whole backup, because manifest.json is missing or damaged: name another one`, {
          cause,
        });
      });
      return manifest.parse(content);
    },
    writeKeys: (encryptionKeys: readonly string[]) =>
      writeFile(keysFile, JSON.stringify({ encryptionKeys }), { mode: 0o600 }),
    /** Returns an empty list where the keys are kept elsewhere. */
    readKeys: async (): Promise<string[]> => {
      const content = await readJson(keysFile).catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return { encryptionKeys: [] };
        throw error;
      });
      return keys.parse(content).encryptionKeys;
    },
  };
};

export type BackupFolder = ReturnType<typeof openBackupFolder>;

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));
