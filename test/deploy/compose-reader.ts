import { join } from "node:path";
import { z } from "zod";
import { keepGoProgram } from "../../infra/local/go-program.ts";
import { runProgram } from "../../infra/pinned-package/run-program.ts";
import { digestOfSources } from "../harness/go-sources.ts";
import { PATIENCE_MS } from "../harness/patience.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = join(import.meta.dirname, "compose-reader");

const serviceSchema = z.object({
  image: z.string(),
  command: z.array(z.string()).nullable(),
  user: z.string().optional(),
  profiles: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  pids_limit: z.number().default(0),
  mem_limit: z.coerce.number().default(0),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  networks: z.record(z.string(), z.unknown()).default({}),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.object({ target: z.number(), published: z.string().optional() })).default([]),
  volumes: z
    .array(z.object({ source: z.string(), target: z.string(), read_only: z.boolean().default(false) }))
    .default([]),
  configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  stop_grace_period: z.string().optional(),
  container_name: z.string().optional(),
  build: z.object({ dockerfile: z.string() }).optional(),
});

const projectSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
  configs: z.record(z.string(), z.object({ content: z.string().optional(), file: z.string().optional() })),
});

/** `docker-compose.yml` as Docker Compose reads it: merged, with its variables replaced, for the profiles that were asked for. */
export type ComposeProject = z.output<typeof projectSchema>;

export interface ComposeRequest {
  profiles?: readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** Returns what reads it with the library of Docker Compose itself; null where Go cannot build it here, which is said. */
export const resolveComposeReader = async (): Promise<
  ((request: ComposeRequest) => Promise<ComposeProject>) | null
> => {
  const source = { command: "compose-reader", version: digestOfSources(SOURCES), package: ".", moduleFolder: SOURCES };
  try {
    const program = await keepGoProgram(source, { onInstall: () => {} });
    return async ({ profiles = [], environment }) => {
      const given = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const args = [join(ROOT, "docker-compose.yml"), profiles.join(","), ...given];
      return projectSchema.parse(JSON.parse(await runProgram(program, args, { timeoutMs: PATIENCE_MS })));
    };
  } catch (error) {
    process.stderr.write(`\n*** SKIPPED: docker-compose.yml as Docker Compose reads it: ${String(error)}\n\n`);
    return null;
  }
};
