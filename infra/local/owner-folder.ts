import { chmodSync, chownSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findSystemUser } from "./postgres-user.ts";

/** Only this user may read the folder. */
const OWN = 0o700;
/** When root starts it, PostgreSQL runs as another user, who must reach its own folder below. */
const ENTERED_BY_GROUP = 0o710;

/** Lets only this user read a folder above PostgreSQL's data; PostgreSQL's user may pass through it. */
export const restrictToOwner = (folder: string): void => {
  const postgres = process.getuid?.() === 0 ? findSystemUser() : undefined;
  if (postgres) chownSync(folder, 0, postgres.gid);
  chmodSync(folder, postgres ? ENTERED_BY_GROUP : OWN);
};

/**
 * Takes everybody else's rights from the files that an earlier start has left in the data folder itself; deeper ones cannot be
 * reached then.
 */
export const restrictContentToOwner = (dataDir: string): void => {
  for (const name of readdirSync(dataDir)) {
    const entry = lstatSync(join(dataDir, name), { throwIfNoEntry: false });
    // PostgreSQL's folder gets its rights when it starts, and what belongs to another user is theirs to protect.
    if (!entry || name === "postgres" || entry.isSymbolicLink() || entry.uid !== process.getuid?.()) continue;
    if ((entry.mode & 0o077) !== 0) chmodSync(join(dataDir, name), entry.mode & 0o700);
  }
};
