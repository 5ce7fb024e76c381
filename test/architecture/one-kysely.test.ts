import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { z } from "zod";

const lockfile = z.object({ packages: z.record(z.string(), z.unknown()) });

/** MikroORM brings Kysely along: transactions of one version are none to the other, and its types are strangers. */
it("there is one Kysely in the tree: ours is the version that MikroORM pins", () => {
  const text = readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8");
  const paths = Object.keys(lockfile.parse(JSON.parse(text)).packages);
  expect(paths.filter((path) => path.endsWith("node_modules/kysely"))).toEqual(["node_modules/kysely"]);
});
