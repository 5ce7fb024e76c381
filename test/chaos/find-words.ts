import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import pg from "pg";

/**
 * Finds where the words are stored: files below the folder, and tables of the database, whose large values are
 * compressed in files.
 */
export const findWords = async (
  words: string,
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
): Promise<string[]> => [...(await findInFiles(words, folder)), ...(await findInTables(words, databaseUrl))];

const findInFiles = async (words: string, folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await holds(path, Buffer.from(words)))) found.push(relative(folder, path));
  }
  return found;
};

/** False for a file that has gone meanwhile. */
const holds = async (path: string, words: Buffer): Promise<boolean> => {
  let before = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(path)) {
      const text = Buffer.concat([before, Buffer.from(chunk)]);
      if (text.includes(words)) return true;
      before = text.subarray(-words.length);
    }
    return false;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
};

const findInTables = async (words: string, connectionString: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rowCount } = await client.query(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${words}%`]);
      if (rowCount) found.push(`table ${name}`);
    }
    return found;
  } finally {
    await client.end();
  }
};
