import { spawnSync } from "node:child_process";
import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LocalStackError } from "./failure.ts";

/** How PostgreSQL's programs are run: as which user, and by which other program. */
export interface PostgresUser {
  user?: { uid: number; gid: number };
  prefix: string[];
}

const ROOT: PostgresUser = { user: { uid: 0, gid: 0 }, prefix: ["unshare", "--user", "--"] };

/**
 * Returns the user for PostgreSQL, which refuses to run as root. It then runs as the system's `postgres` or `nobody`;
 * where that user may not enter the folders (a clone under /root, say), in a user namespace without root's rights.
 * @throws LocalStackError when the system allows none of it.
 */
export const choosePostgresUser = (folders: { program: string; data: string }): PostgresUser => {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const user = findSystemUser();
  if (user && mayRun(folders.program, user) && mayEnter(folders.data, user)) return { user, prefix: [] };
  if (spawnSync("unshare", ["--user", "--", folders.program, "--version"], { stdio: "ignore" }).status === 0)
    return ROOT;
  throw new LocalStackError(
    `PostgreSQL does not run as root, and no other user may enter ${folders.data} and ${folders.program}: ` +
      "start Ringdown as an ordinary user, or move it out of the folder that only root may enter.",
  );
};

/**
 * Gives a file, or a folder and its contents, to the user that PostgreSQL runs as; does nothing when that user owns it
 * already.
 */
export const changeOwner = (folder: string, { user }: PostgresUser): void => {
  if (!user || !existsSync(folder)) return;
  const { uid, gid } = user;
  if (lstatSync(folder).uid === uid) return;
  // The folder itself comes last, so that an interrupted walk is repeated.
  const entries = lstatSync(folder).isDirectory() ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  for (const entry of entries) lchownSync(join(folder, entry), uid, gid);
  lchownSync(folder, uid, gid);
};

/** Returns the user for PostgreSQL where this program is root; undefined: the system has neither. */
export const findSystemUser = () => {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const entry = ["postgres", "nobody"].map((name) => users.find((fields) => fields[0] === name)).find(Boolean);
  return entry && { uid: Number(entry[2]), gid: Number(entry[3]) };
};

const mayRun = (program: string, user: { uid: number; gid: number }) =>
  spawnSync(program, ["--version"], { ...user, cwd: "/", stdio: "ignore" }).status === 0;

const mayEnter = (folder: string, user: { uid: number; gid: number }) =>
  spawnSync("test", ["-x", folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
