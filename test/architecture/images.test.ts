import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { listImports } from "../../scripts/import-specifiers.ts";
import { readImage } from "./image-contents.ts";

const root = join(import.meta.dirname, "../..");

/** Imports that lead out of an image, types included. */
const missingImports = (image: ReadonlySet<string>, files: Iterable<string>): string[] =>
  [...files].flatMap((file) =>
    listImports({ file, source: readFileSync(join(root, file), "utf8") })
      // The console's styles and pictures go through its bundler: they are no modules of ours.
      .modules.filter((imported) => /\.tsx?$/.test(imported) && !image.has(imported))
      .map((imported) => `${file} imports ${imported}`),
  );

/** Returns everything that a program loads, itself included. */
const closureOf = (entry: string, seen: Set<string> = new Set()): Set<string> => {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const source = readFileSync(join(root, entry), "utf8");
  for (const imported of listImports({ file: entry, source }).modules) closureOf(imported, seen);
  return seen;
};

describe("the production image", () => {
  const image = readImage("Dockerfile", ".dockerignore");

  it("holds neither the simulated carrier nor the embedded stack", () => {
    expect(image.has("infra/telephony/simulator/simulator.carrier.ts")).toBe(true);
    expect([...image].filter((file) => /^infra\/(simulator|local)\//.test(file))).toEqual([]);
  });

  it.each(["api/start.ts", "worker/start.ts", "media/start.ts", "workflows/index.ts", "infra/postgres/migrate.ts"])(
    "holds everything that %s loads",
    (entry) => {
      const loaded = closureOf(entry);
      expect(loaded.size).toBeGreaterThan(5);
      expect([...loaded].filter((file) => !image.has(file))).toEqual([]);
    },
  );

  it("holds whatever its files import", () => {
    expect(image.size).toBeGreaterThan(500);
    expect(missingImports(image, image)).toEqual([]);
  });
});

describe("the simulator's image", () => {
  const image = readImage("infra/simulator/Dockerfile", "infra/simulator/Dockerfile.dockerignore");

  it("holds everything that the simulator loads, and no product", () => {
    expect(missingImports(image, closureOf("infra/simulator/start.ts"))).toEqual([]);
    expect([...image].filter((file) => /^(api|workflows|activities|worker|infra\/postgres)\//.test(file))).toEqual([]);
  });
});
