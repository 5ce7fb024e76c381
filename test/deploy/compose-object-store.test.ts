import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { z } from "zod";
import { resolveBinary } from "../../infra/local/binaries.ts";
import { type RunningProcess, startProcess } from "../../infra/local/local-process.ts";
import { findFreePort, HIGHEST_PORT } from "../../infra/local/ports.ts";
import { createObjectStore } from "../../infra/object-store/object-store.ts";

/** The store of docker-compose.yml, started as that file says, on other ports and with another folder. */
const compose = z
  .object({
    services: z.object({
      objects: z.object({
        entrypoint: z.tuple([z.literal("/bin/sh"), z.literal("-ec"), z.string(), z.string()]),
        command: z.array(z.string()),
        environment: z.object({ IDENTITIES: z.string() }),
      }),
      "objects-setup": z.object({ command: z.tuple([z.string()]) }),
    }),
  })
  .parse(parse(readFileSync(new URL("../../docker-compose.yml", import.meta.url), "utf8"), { merge: true }));

const folder = mkdtempSync(join(tmpdir(), "ringdown-compose-store-"));
let weed: string;
let store: RunningProcess;
let endpoint: string;
let master: string;

beforeAll(async () => {
  weed = await resolveBinary("weed");
  const port = await findFreePort();
  const inner = await innerPorts(new Set([port]));
  endpoint = `http://127.0.0.1:${port}`;
  master = `127.0.0.1:${inner["-master.port"]}.${inner["-master.port.grpc"]}`;
  const changed: Record<string, string> = {
    "-dir": folder,
    "-ip": "127.0.0.1",
    "-ip.bind": "127.0.0.1",
    "-s3.port": String(port),
    "-s3.config": join(folder, "identities.json"),
  };
  const { entrypoint, command, environment } = compose.services.objects;
  const given = command.slice(1).map((argument) => {
    const [name = "", value] = argument.split("=");
    return value === undefined ? argument : `${name}=${changed[name] ?? value}`;
  });
  for (const name of Object.keys(changed)) expect(given.join(" ")).toContain(`${name}=${changed[name]}`);
  store = await startProcess({
    name: "The store of Docker Compose",
    command: entrypoint[0],
    args: [
      "-ec",
      entrypoint[2].replaceAll("$$", "$").replaceAll("/tmp/", `${folder}/`),
      entrypoint[3],
      weed,
      ...given,
      ...Object.entries(inner).map(([name, innerPort]) => `${name}=${innerPort}`),
      ...["-filer.localSocket=filer.sock", "-s3.localSocket=s3.sock"],
    ],
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      IDENTITIES: interpolate(environment.IDENTITIES, {
        S3_ROOT_PASSWORD: "roots-secret",
        S3_SECRET_KEY: "apps-secret",
      }),
    },
    logFile: join(folder, "weed.log"),
    isReady: async () => (await fetch(`${endpoint}/healthz`)).ok,
    stopTimeoutMs: 15_000,
  });
});
afterAll(async () => {
  await store?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const innerPorts = async (taken: Set<number>): Promise<Record<string, number>> => {
  const ports: Record<string, number> = {};
  const names = ["master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port", "filer.port.grpc"];
  for (const name of [...names, "s3.port.grpc", "admin.port"]) {
    const port = await findFreePort(taken);
    taken.add(port);
    ports[`-${name}`] = port;
  }
  const admin = ports["-admin.port"] ?? 0;
  return { ...ports, "-admin.port.grpc": admin + 10_000 > HIGHEST_PORT ? admin - 10_000 : admin + 10_000 };
};

const interpolate = (content: string, values: Record<string, string>): string =>
  content.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) =>
    kind === "?" ? (values[name] ?? `unset ${name}`) : rest,
  );

/** The script of the job, with the program and the address of this run. */
const runSetup = async (): Promise<{ status: number; output: string }> => {
  const script = compose.services["objects-setup"].command[0]
    .replaceAll("$$", "$")
    .replaceAll("weed shell", `${weed} shell`)
    .replaceAll("objects:9333", master);
  const child = spawn("/bin/sh", ["-ec", script], {
    env: { BUCKET: "ringdown", PATH: process.env["PATH"] },
    cwd: folder,
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { status: Number(status), output };
};

const open = (accessKey: string, secretKey: string, bucket = "ringdown") =>
  createObjectStore({ endpoint, region: "us-east-1", accessKey, secretKey, bucket });

describe("the object store of Docker Compose", () => {
  it("has its bucket after the job, which may run again", async () => {
    expect((await runSetup()).status).toBe(0);
    expect((await runSetup()).status).toBe(0);
  });

  it("lets the key of the application do all that it needs in that bucket, and nothing elsewhere", async () => {
    await open("root", "roots-secret", "other").ensureBucket();
    const own = open("ringdown-app", "apps-secret");
    await own.ensureBucket();
    await own.put("a/file", Buffer.from("kept"), "text/plain");
    expect(await own.size("a/file")).toBe(4);
    await own.remove("a/file");
    expect(await own.size("a/file")).toBeNull();
    const elsewhere = open("ringdown-app", "apps-secret", "other");
    await expect(elsewhere.put("a/file", Buffer.from("x"), "text/plain")).rejects.toThrow();
    await expect(open("ringdown-app", "apps-secret", "third").ensureBucket()).rejects.toThrow();
  });

  it("keeps who may do what where nobody else reads it", () => {
    expect(statSync(join(folder, "identities.json")).mode & 0o777).toBe(0o600);
  });

  it("answers nobody without a signature", async () => {
    expect((await fetch(`${endpoint}/ringdown/a/file`)).status).toBe(403);
    expect((await fetch(`${endpoint}/ringdown?list-type=2`)).status).toBe(403);
  });
});
