import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../infra/version.ts";
import { buildVerifyPage } from "./build-verify-page.ts";
import { ROLLDOWN, ROOT, run, SOURCE, TSC } from "./run-program.ts";

/**
 * Builds the npm package `ringdown` into a folder, as `npm pack` and `npm publish` take it. The same sources make the same bytes; the
 * version is that of the root's package.
 */
export const buildTypeScript = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(
    TSC,
    "--project",
    SOURCE,
    "--noEmit",
    "false",
    "--declaration",
    "--rootDir",
    join(SOURCE, "src"),
    "--outDir",
    join(folder, "dist"),
  );
  // The command line has its packages in itself, so that the client brings none.
  run(
    ROLLDOWN,
    join(SOURCE, "cli/main.ts"),
    "--file",
    join(folder, "dist/cli.js"),
    "--platform",
    "node",
    "--format",
    "esm",
    "--minify",
  );
  writeFileSync(join(folder, "dist/verify.html"), buildVerifyPage());
  const { name, ...described }: { name: string } = JSON.parse(readFileSync(join(SOURCE, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name, version, ...described }, null, 2)}\n`);
  copyFileSync(join(SOURCE, "README.md"), join(folder, "README.md"));
  copyFileSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
};
