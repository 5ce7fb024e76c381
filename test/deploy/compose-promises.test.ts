import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { type ComposeProject, type ComposeRequest, resolveComposeReader } from "./compose-reader.ts";

const SECRETS = {
  POSTGRES_PASSWORD: "a-password",
  POSTGRES_LOGIN_PASSWORD: "another-password",
  POSTGRES_TEMPORAL_PASSWORD: "temporals-password",
  S3_ROOT_PASSWORD: "the-root-of-the-store",
  S3_SECRET_KEY: "a-secret-key",
  ENCRYPTION_KEY: "ab".repeat(32),
};
const EVERYTHING = ["proxy", "simulator", "voice"];
/** Images of others that write into their own folders at their start, and jobs that end. */
const WRITING = ["elasticsearch", "objects-setup", "temporal", "temporal-namespace", "temporal-schema", "temporal-ui"];

let read: ((request: ComposeRequest) => Promise<ComposeProject>) | null;
let whole: ComposeProject | undefined;
beforeAll(async () => {
  read = await resolveComposeReader();
  whole = await read?.({ profiles: EVERYTHING, environment: SECRETS });
});

/** Runs on the file as Docker Compose reads it; where Go cannot build its reader, nothing is judged, which was said. */
const judge = (sentence: string, test: (project: ComposeProject) => void | Promise<void>) =>
  it(sentence, async () => {
    if (whole) await test(whole);
  });
const named = (project: ComposeProject, fits: (service: ComposeProject["services"][string]) => boolean) =>
  Object.entries(project.services)
    .flatMap(([name, service]) => (fits(service) ? [name] : []))
    .toSorted();

describe("docker-compose.yml as Docker Compose reads it", () => {
  judge("has a store that is published and maintained, the one of `npm start`", ({ services }) => {
    expect(services["objects"]?.image).toMatch(/^chrislusf\/seaweedfs:\d/);
    expect(named({ services } as ComposeProject, ({ image }) => image.includes("minio"))).toEqual([]);
  });

  judge("gives Temporal 512 shards of history", ({ services }) => {
    expect(services["temporal"]?.environment["NUM_HISTORY_SHARDS"]).toBe("512");
  });

  judge("drops every privilege of every part, and bounds its processes, memory and log", (project) => {
    const loose = named(
      project,
      ({ cap_drop, security_opt, pids_limit, mem_limit, logging }) =>
        cap_drop.join() !== "ALL" ||
        security_opt.join() !== "no-new-privileges:true" ||
        pids_limit < 1 ||
        mem_limit < 1 ||
        logging?.driver !== "json-file" ||
        !/^\d+m$/.test(logging.options["max-size"] ?? "") ||
        !(Number(logging.options["max-file"]) > 1),
    );
    expect(Object.keys(project.services)).toHaveLength(18);
    expect(loose).toEqual([]);
  });

  judge("lets nothing write into its image but what must, and what writes for a moment into memory", (project) => {
    expect(named(project, ({ read_only }) => !read_only)).toEqual(WRITING);
    const own = named(project, ({ image }) => /^ringdown(-simulator)?:/.test(image));
    expect(own).toEqual(["api", "media", "migrate", "simulator", "temporal-login", "worker"]);
    for (const name of own) expect(project.services[name]?.tmpfs.join()).toMatch(/^\/tmp:size=\d+m/);
  });

  judge("hands no text of its own to a part that is read-only, where Docker Compose refuses it", (project) => {
    const refused = named(
      project,
      ({ read_only, configs }) => read_only && configs.some(({ source }) => project.configs[source]?.content),
    );
    expect(refused).toEqual([]);
    for (const { file } of Object.values(project.configs))
      if (file) expect(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")).toContain("proxy_pass");
  });

  judge("keeps Elasticsearch and Redis from what does not need them, without a way out", (project) => {
    const reaching = (network: string) => named(project, ({ networks }) => network in networks);
    expect(reaching("search")).toEqual(["api", "elasticsearch", "media", "worker"]);
    expect(reaching("voice")).toEqual(["api", "livekit", "livekit-sip", "media", "redis"]);
    const open = Object.entries(project.networks).flatMap(([name, { internal }]) => (internal ? [] : [name]));
    expect(open).toEqual(["public"]);
    for (const name of ["elasticsearch", "redis", "postgres"]) {
      expect(project.services[name]?.ports).toEqual([]);
      expect(Object.keys(project.services[name]?.networks ?? {})).toHaveLength(1);
    }
  });

  judge("starts neither the simulated carrier nor the proxy nor sound unless asked to", async (project) => {
    const usual = await read?.({ environment: SECRETS });
    const optional = Object.keys(project.services).filter((name) => !usual?.services[name]);
    expect(optional.toSorted()).toEqual(["livekit", "livekit-sip", "media", "proxy", "redis", "simulator"]);
  });

  judge("runs what is ours as a user without privileges", (project) => {
    const built = Object.values(project.services).flatMap(({ build }) => build?.dockerfile ?? []);
    expect([...new Set(built)].toSorted()).toEqual(["Dockerfile", "infra/simulator/Dockerfile"]);
    for (const file of new Set(built)) {
      const users = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").match(/^USER .*$/gm);
      expect(users).toEqual(["USER node"]);
    }
    expect(named(project, ({ user }) => user === "root")).toEqual(["objects"]);
  });

  judge("scales: three APIs take no fixed port and no name, behind a proxy that passes WebSockets", async () => {
    const scaled = await read?.({
      profiles: ["proxy"],
      environment: { ...SECRETS, API_PORTS: "0", PROXY_PORT: "8080" },
    });
    expect(scaled?.services["api"]).toMatchObject({ ports: [{ target: 8080, published: "0" }] });
    expect(scaled?.services["proxy"]?.ports).toMatchObject([{ target: 8000, published: "8080" }]);
    for (const name of ["api", "worker", "media"]) expect(scaled?.services[name]?.container_name).toBeUndefined();
    const site = readFileSync(new URL("../../deploy/nginx/compose.conf", import.meta.url), "utf8");
    expect(site).toContain("proxy_set_header Upgrade $http_upgrade;");
  });

  judge(
    "lets neither PostgreSQL's log nor ended workflows grow more than a site has asked for",
    async ({ services }) => {
      for (const setting of ["wal_compression=on", "checkpoint_timeout=30min", "max_wal_size=4GB"])
        expect(services["postgres"]?.command).toContain(`-c${setting}`);
      const namespace = services["temporal-namespace"];
      expect(namespace?.environment?.["TEMPORAL_RETENTION"]).toBe("72h");
      expect(namespace?.command?.join()).toContain('--retention "$TEMPORAL_RETENTION"');
      const longer = await read?.({ environment: { ...SECRETS, TEMPORAL_RETENTION: "720h" } });
      expect(longer?.services["temporal-namespace"]?.environment?.["TEMPORAL_RETENTION"]).toBe("720h");
    },
  );

  judge("goes back to an earlier version by its tag", async ({ services }) => {
    const before = await read?.({ environment: { ...SECRETS, RINGDOWN_VERSION: "0.0.9" } });
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(services["api"]?.image).toBe(`ringdown:${version}`);
    for (const name of ["api", "worker", "migrate"]) expect(before?.services[name]?.image).toBe("ringdown:0.0.9");
    const loose = Object.values(services).filter(({ image }) => !/:v?\d+\.\d+/.test(image));
    expect(loose).toEqual([]);
  });

  judge("refuses to start without each secret", async () => {
    for (const name of Object.keys(SECRETS))
      await expect(read?.({ environment: { ...SECRETS, [name]: "" } })).rejects.toThrow(name);
  });
});
