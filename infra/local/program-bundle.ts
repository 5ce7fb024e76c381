import { join } from "node:path";
import { keepBuild, ROOT } from "./kept-build.ts";

/** The bundler that comes with Vite. */
const ROLLDOWN = join(ROOT, "node_modules/rolldown/bin/cli.mjs");
const CONFIG = "infra/local/program-bundle.config.ts";

const GUIDES = "docs/{README.md,integrators/*,operators/*,console/*,images/*}";

/** The processes that start from a bundle. */
export const BUNDLED_PROGRAMS = ["api", "worker", "media"] as const;
export type BundledProgram = (typeof BUNDLED_PROGRAMS)[number];

/** The SDK's thread in which a worker runs workflows. */
export const WORKFLOW_THREAD = "workflow-thread";

/** Returns the file of a process in the folder that `bundlePrograms` returned. */
export const locateProgram = (folder: string, program: BundledProgram): string => join(folder, `${program}.js`);

/**
 * Joins the sources of the processes and their packages into a few files, unless the same sources were joined before, and returns
 * their folder. A process then starts with half of the processor time, because it reads ten files instead of two thousand. The
 * OpenAPI document and the guides are beside them, where the API looks for them. @throws Error with the bundler's message when the sources do not
 * build or it is not installed.
 */
export const bundlePrograms = (): Promise<string> =>
  keepBuild({
    name: "programs",
    sources: ["{domain,workflows,activities,api,worker,media,infra}/**/*.{ts,json}", GUIDES],
    commands: (folder) => [
      [ROLLDOWN, "--config", join(ROOT, CONFIG), "--dir", folder],
      [join(ROOT, "api/write-openapi.ts"), join(folder, "openapi.json")],
      [join(ROOT, "api/copy-guides.ts"), join(ROOT, "docs"), join(folder, "docs")],
    ],
  });
