import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTypeScript } from "../../../scripts/clients/build-typescript.ts";

export interface PackedClient {
  folder: string;
  /** What was packed from. */
  built: string;
  /** The file as `npm publish` would send it. */
  file: string;
  packed: { filename: string; size: number; files: { path: string }[] };
  /** A path in the project of somebody who installed the package, and nothing else. */
  projectAt(...names: string[]): string;
  remove(): void;
}

export const npm = (parameters: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): string => {
  const path = process.env["npm_execpath"];
  const [program, first] = path ? [process.execPath, [path]] : ["npm", []];
  return execFileSync(program, [...first, ...parameters], { cwd, env, encoding: "utf8" });
};

/** Builds and packs the client, and installs it into an empty project. */
export const packClient = (): PackedClient => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-client-"));
  const built = join(folder, "built");
  buildTypeScript(built);
  const [packed]: [PackedClient["packed"]] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], built));
  const projectAt = (...names: string[]) => join(folder, "project", ...names);
  const file = join(folder, packed.filename);
  mkdirSync(projectAt());
  writeFileSync(projectAt("package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  npm(["install", "--offline", "--no-audit", "--no-fund", file], projectAt());
  return { folder, built, file, packed, projectAt, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
