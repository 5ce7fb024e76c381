import { join } from "node:path";
import { keepBuild, ROOT } from "./kept-build.ts";

const VITE = join(ROOT, "node_modules/vite/bin/vite.js");

/**
 * Builds the console for the browser, unless the same sources were built before, and returns its folder.
 * @throws Error with Vite's message when the sources do not build or Vite is not installed.
 */
export const buildConsole = (): Promise<string> =>
  keepBuild({
    name: "console",
    sources: ["console/**/*.*"],
    commands: (folder) => [
      [VITE, "build", "--config", join(ROOT, "console/vite.config.ts"), "--outDir", folder, "--logLevel", "warn"],
    ],
  });
