import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { z } from "zod";
import { readConfig } from "../../infra/config/config.ts";
import { configSchema } from "../../infra/config/config-schema.ts";
import { FORMER_NAMES } from "../../infra/config/former-names.ts";
import { DYNAMIC_CONFIG } from "../../infra/local/temporal.ts";
import { readImage } from "./image-contents.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const compose = read("docker-compose.yml");
const productionImage = readImage("Dockerfile", ".dockerignore");
const simulatorImage = readImage("infra/simulator/Dockerfile", "infra/simulator/Dockerfile.dockerignore");

const { services, volumes, configs, networks } = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        command: z.array(z.string()).optional(),
        mem_limit: z.string().optional(),
        stop_grace_period: z.string().optional(),
        cap_drop: z.array(z.string()).optional(),
        cap_add: z.array(z.string()).default([]),
        security_opt: z.array(z.string()).optional(),
        pids_limit: z.number().optional(),
        read_only: z.boolean().default(false),
        tmpfs: z.array(z.string()).default([]),
        user: z.string().optional(),
        profiles: z.array(z.string()).default([]),
        networks: z.array(z.string()).default([]),
        ports: z.array(z.string()).default([]),
        logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
        environment: z.record(z.string(), z.coerce.string()).optional(),
        healthcheck: z.object({ test: z.array(z.string()) }).optional(),
        volumes: z.array(z.string()).optional(),
        configs: z.array(z.object({ source: z.string(), target: z.string() })).optional(),
        depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
      }),
    ),
    volumes: z.record(z.string(), z.unknown()),
    configs: z.record(z.string(), z.object({ content: z.string().optional(), file: z.string().optional() })),
    networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) }).nullable()),
  })
  .parse(parse(compose, { merge: true }));

const OWN = ["api", "worker", "media", "migrate"];
const UNSET_AT_FIRST = [
  "BOOTSTRAP_PASSWORD",
  "ENCRYPTION_KEYS_FORMER",
  "ENCRYPTION_KEY_PREVIOUS",
  "LIVEKIT_API_SECRET",
  "SIMULATOR_SIGNING_KEY",
];
/** Services that end when they are done. */
const JOBS = ["migrate", "objects-setup", "temporal-login", "temporal-namespace", "temporal-schema"];
const NOT_HANDED_OVER = {
  DATA_DIR: "nothing is kept there: every part of the embedded stack has a service",
  CONSOLE_FOLDER: "set by the image",
  WORKFLOW_BUNDLE: "set by the image",
};
/** They write into their own folders at their start. */
const WRITES_INTO_ITS_IMAGE = [
  "elasticsearch",
  "objects-setup",
  "temporal",
  "temporal-namespace",
  "temporal-schema",
  "temporal-ui",
];
/** What only those reach that use it. */
const REACHED_BY = {
  search: ["api", "elasticsearch", "media", "worker"],
  database: ["api", "media", "migrate", "postgres", "temporal", "temporal-login", "temporal-schema", "worker"],
  voice: ["api", "livekit", "livekit-sip", "media", "redis"],
  objects: ["api", "media", "migrate", "objects", "objects-setup", "worker"],
};
/** The container's own ports, which its health check and the other services know. */
const INSIDE = ["HOST", "PORT", "WORKER_HTTP_PORT", "XDG_CACHE_HOME"];
/** What one kind of process reads alone; everything else is handed to each. */
const APART: Record<string, string[]> = {
  api: [
    ...["HOST", "PORT", "DATABASE_CALLBACK_POOL_SIZE", "DATABASE_STREAM_POOL_SIZE", "PACK_DEMOS_FILE"],
    ...["RATE_LIMIT_PER_KEY_PER_SECOND", "RATE_LIMIT_PER_ADDRESS_PER_SECOND", "SIGNUPS_PER_HOUR", "SIGNUP_ENABLED"],
    ...["MODEL_TURNS_PER_ORGANIZATION", "TEXT_SESSIONS_PER_ORGANIZATION", "WEB_CALLS_PER_ORGANIZATION"],
    ...[
      "BOOTSTRAP_EMAIL",
      "BOOTSTRAP_PASSWORD",
      "OPERATOR_ORGANIZATION_ID",
      "CORS_ORIGINS",
      "TRUST_PROXY",
      "MCP_LIVE",
      "DRAIN_SECONDS",
    ],
  ],
  worker: ["HOST", "WORKER_HTTP_PORT", "DOCTOR_AT_START", "WORKER_BUILD_ID"],
  media: ["HOST", "WORKER_HTTP_PORT", "MEDIA_CALLS", "MEDIA_API_URL", "MEDIA_REAL_TIME"],
  migrate: ["DATABASE_MIGRATIONS_URL"],
  "temporal-login": ["DATABASE_MIGRATIONS_URL", "TEMPORAL_DATABASE_URL"],
};
/** What Temporal keeps of one, and a reserve: a soak says some 20. */
const KB_OF_A_WORKFLOW = 30;
const secondsIn = (file: string, pattern: RegExp): number => Number(pattern.exec(read(file))?.[1]);
/** The settings that an operator must make. */
const SECRETS: Record<string, string> = {
  POSTGRES_PASSWORD: "a-password",
  POSTGRES_LOGIN_PASSWORD: "another-password",
  POSTGRES_TEMPORAL_PASSWORD: "temporals-password",
  S3_ROOT_PASSWORD: "the-root-of-the-store",
  S3_SECRET_KEY: "a-secret-key",
  ENCRYPTION_KEY: "ab".repeat(32),
};

/** `${NAME:?message}` and `${NAME:-default}`, as Docker Compose replaces them, the inner ones of a default first. */
const interpolate = (text: string): string => {
  const replaced = text.replaceAll(/\$\{(\w+):([-?])([^${}]*)\}/g, (_, name: string, kind: string, rest: string) =>
    kind === "?" ? (SECRETS[name] ?? `unset ${name}`) : rest,
  );
  return replaced === text ? text : interpolate(replaced);
};
const environmentOf = (service: string) =>
  Object.fromEntries(
    Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [name, interpolate(value)]),
  );

/** What its file for Temporal sets, where Temporal looks for it. */
const temporalSettings = (): Record<string, boolean | number> => {
  const path = services["temporal"]?.environment?.["DYNAMIC_CONFIG_FILE_PATH"];
  const source = services["temporal"]?.configs?.find(({ target }) => target === path)?.source;
  return z
    .record(
      z.string(),
      z.tuple([z.object({ value: z.union([z.boolean(), z.number()]) })]).transform(([{ value }]) => value),
    )
    .parse(parse(configs[source ?? ""]?.content ?? ""));
};

describe("docker-compose.yml", () => {
  it("brings up every production part", () => {
    const parts = [
      "api",
      "elasticsearch",
      "livekit",
      "livekit-sip",
      "media",
      "migrate",
      "objects",
      "objects-setup",
      "postgres",
      "proxy",
      "redis",
      "simulator",
      "temporal",
      "temporal-login",
      "temporal-namespace",
      "temporal-schema",
      "temporal-ui",
      "worker",
    ];
    expect(Object.keys(services).sort()).toEqual(parts);
  });

  it.each(OWN)("sets only variables that the configuration knows: %s", (service) => {
    const names = Object.keys(services[service]?.environment ?? {}).filter((name) => name !== "XDG_CACHE_HOME");
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !(name in configSchema.shape) && !(name in FORMER_NAMES))).toEqual([]);
  });

  it.each(["api", "worker"])("gives %s a whole and valid configuration", (service) => {
    const config = readConfig(environmentOf(service));
    expect(config).toMatchObject({
      DATABASE_URL: "postgresql://ringdown_login:another-password@postgres:5432/ringdown",
      TEMPORAL_ADDRESS: "temporal:7233",
      S3_ENDPOINT: "http://objects:9000",
      S3_SECRET_KEY: "a-secret-key",
      ENCRYPTION_KEY: SECRETS["ENCRYPTION_KEY"],
      ELASTICSEARCH_URL: "http://elasticsearch:9200",
    });
  });

  it("gives the login that owns the tables to the migrations alone", () => {
    const migrationsUrl = "postgresql://ringdown:a-password@postgres:5432/ringdown";
    expect(environmentOf("migrate")).toMatchObject({ DATABASE_MIGRATIONS_URL: migrationsUrl });
    for (const service of ["api", "worker"])
      expect(Object.values(environmentOf(service)).filter((value) => value.includes("ringdown:a-password"))).toEqual(
        [],
      );
  });

  it("gives Temporal a login of its own, and the one of the superuser to what makes it alone", () => {
    const holders = Object.keys(services).filter((name) =>
      Object.values(environmentOf(name)).some((value) => /(^|:)a-password(@|$)/.test(value)),
    );
    expect(holders.toSorted()).toEqual(["migrate", "postgres", "temporal-login"]);
    const { TEMPORAL_DATABASE_URL, DATABASE_MIGRATIONS_URL } = environmentOf("temporal-login");
    expect(TEMPORAL_DATABASE_URL).toBe("postgresql://temporal:temporals-password@postgres:5432/temporal");
    expect(readConfig({ TEMPORAL_DATABASE_URL, DATABASE_MIGRATIONS_URL })).toMatchObject({ TEMPORAL_DATABASE_URL });
    for (const [service, user, password] of [
      ["temporal-schema", "SQL_USER", "SQL_PASSWORD"],
      ["temporal", "POSTGRES_USER", "POSTGRES_PWD"],
    ] as const)
      expect(environmentOf(service)).toMatchObject({ [user]: "temporal", [password]: "temporals-password" });
    expect(services["temporal-schema"]?.depends_on).toEqual({
      "temporal-login": { condition: "service_completed_successfully" },
    });
  });

  it.each(OWN)(
    "hands %s every variable of the configuration that it reads, so that none has to be written into it",
    (service) => {
      const given = Object.keys(services[service]?.environment ?? {}).filter(
        (name) => !(name in FORMER_NAMES) && name !== "XDG_CACHE_HOME",
      );
      const apart = new Set(Object.values(APART).flat());
      const read = Object.keys(configSchema.shape).filter((name) => !(name in NOT_HANDED_OVER) && !apart.has(name));
      expect(given.toSorted()).toEqual([...read, ...(APART[service] ?? [])].toSorted());
    },
  );

  it.each(OWN)("lets `.env` set every variable of %s but the container's own ports", (service) => {
    const fixed = Object.entries(services[service]?.environment ?? {}).filter(
      ([name, value]) => !INSIDE.includes(name) && !new RegExp(`^\\$\\{${name}:[-?]`).test(value),
    );
    expect(fixed).toEqual([]);
  });

  it.each(["api", "worker"])("gives %s the defaults of the configuration", (service) => {
    const unset = environmentOf(service);
    const defaults = readConfig({});
    for (const name of ["DATABASE_POOL_SIZE", "TRUST_PROXY", "SIGNUPS_PER_HOUR", "S3_REGION"] as const)
      if (name in unset) expect([name, unset[name]]).toEqual([name, String(defaults[name])]);
  });

  it("limits the memory of every part, and waits for those that stop longer than they take", () => {
    expect(Object.keys(services).filter((name) => !/^\d+[mg]$/.test(services[name]?.mem_limit ?? ""))).toEqual([]);
    const seconds = (name: string) => Number(/^(\d+)s$/.exec(services[name]?.stop_grace_period ?? "")?.[1]);
    expect(seconds("worker")).toBeGreaterThan(
      secondsIn("worker/workers.ts", /shutdownForceTime: "(\d+) seconds"/) + 10,
    );
    const drainSeconds = Number(environmentOf("api")["DRAIN_SECONDS"]);
    expect(seconds("api")).toBeGreaterThan(
      drainSeconds + secondsIn("api/start.ts", /DRAIN_TIMEOUT_MS = (\d+)_000/) + 10,
    );
  });

  it("bounds what Temporal keeps in memory by what its container may have", () => {
    const workflows = Number(temporalSettings()["history.hostLevelCacheMaxSize"]);
    const softLimit = environmentOf("temporal")["GOMEMLIMIT"] ?? "";
    const limitMb = Number(/^(\d+)g$/.exec(services["temporal"]?.mem_limit ?? "")?.[1]) * 1024;
    // Its heap may grow to twice of what is in use before it is collected.
    expect((2 * workflows * KB_OF_A_WORKFLOW) / 1024).toBeLessThan(limitMb / 2);
    expect(Number(/^(\d+)MiB$/.exec(softLimit)?.[1])).toBeLessThan(limitMb);
  });

  it("drops every privilege, and bounds the processes and the log of every part", () => {
    for (const [name, { cap_drop, security_opt, pids_limit, logging }] of Object.entries(services)) {
      expect({ name, cap_drop, security_opt }).toEqual({
        name,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      expect({ name, bounded: (pids_limit ?? 0) > 0 && logging?.options["max-size"] !== undefined }).toEqual({
        name,
        bounded: true,
      });
    }
    const privileged = Object.keys(services).filter((name) => services[name]?.cap_add.length);
    expect(privileged.toSorted()).toEqual(["objects", "postgres", "proxy", "redis"]);
    expect(Object.keys(services).filter((name) => services[name]?.user === "root")).toEqual(["objects"]);
  });

  it("lets nothing write into its image but what must", () => {
    const writing = Object.keys(services).filter((name) => !services[name]?.read_only);
    expect(writing.toSorted()).toEqual(WRITES_INTO_ITS_IMAGE);
    for (const name of OWN) expect(services[name]?.tmpfs.join()).toMatch(/^\/tmp:size=\d+m/);
  });

  it("hands no text of its own to a part that is read-only, where Docker Compose refuses it", () => {
    const written = Object.entries(services).flatMap(([name, { configs: given = [] }]) =>
      given.flatMap(({ source }) => (configs[source]?.content === undefined ? [] : [name])),
    );
    expect(written).toEqual(["temporal"]);
    expect(written.filter((name) => services[name]?.read_only)).toEqual([]);
  });

  it.each(Object.entries(REACHED_BY))("keeps the network %s to those that use it, without a way out", (name, users) => {
    const reaching = Object.keys(services).filter((service) => services[service]?.networks.includes(name));
    expect(reaching.toSorted()).toEqual(users);
    expect(networks[name]?.internal).toBe(true);
    const alone = { search: "elasticsearch", database: "postgres", voice: "redis", objects: "objects-setup" }[name];
    expect(services[alone ?? ""]).toMatchObject({ networks: [name], ports: [] });
  });

  it("puts every part into a network, and publishes the ports of no store but the objects'", () => {
    expect(Object.keys(services).filter((name) => services[name]?.networks.length === 0)).toEqual([]);
    const published = Object.keys(services).filter((name) => services[name]?.ports.length);
    expect(published.toSorted()).toEqual(["api", "livekit", "livekit-sip", "objects", "proxy", "temporal-ui"]);
  });

  it("starts the simulated carrier, the proxy and sound only when asked to", () => {
    const asked = Object.entries(services).flatMap(([name, { profiles }]) =>
      profiles.map((each) => `${each}: ${name}`),
    );
    expect(asked.toSorted()).toEqual([
      "proxy: proxy",
      "simulator: simulator",
      "voice: livekit",
      "voice: livekit-sip",
      "voice: media",
      "voice: redis",
    ]);
  });

  it("passes requests on as the site in deploy/nginx does", () => {
    const directives = (text: string) =>
      [...text.matchAll(/^\s*((?:proxy_|client_|keepalive)\w* [^;#]+);/gm)].map(([, each]) => each);
    expect(configs["proxy-site"]).toEqual({ file: "deploy/nginx/compose.conf" });
    expect(directives(read("deploy/nginx/compose.conf"))).toEqual(directives(read("deploy/nginx/ringdown.conf")));
  });

  it("gives Temporal as many shards as a large installation needs, because they cannot be changed", () => {
    expect(environmentOf("temporal")["NUM_HISTORY_SHARDS"]).toBe("512");
  });

  it("gives the root of the object store to the store alone", () => {
    const holders = Object.keys(services).filter((name) =>
      Object.values(services[name]?.environment ?? {}).some((value) => value.includes("S3_ROOT_PASSWORD")),
    );
    expect(holders).toEqual(["objects"]);
  });

  it("has Temporal give organizations their turn as the embedded server does, with what waited before", () => {
    const settings = Object.fromEntries(
      Object.entries(temporalSettings()).filter(([name]) => name.startsWith("matching.")),
    );
    expect(settings).toEqual({ ...DYNAMIC_CONFIG, "matching.enableMigration": true });
    const guide = read("docs/operators/scaling.md");
    for (const [name, value] of Object.entries(settings)) expect(guide).toContain(`${name}: [{ value: ${value} }]`);
  });

  it("names hosts that are its own services", () => {
    const hosts = ["api", "worker"].flatMap((service) =>
      Object.values(environmentOf(service)).flatMap((value) =>
        [...value.matchAll(/(?:\/\/|@|^)([a-z]+):\d{4}/g)].map((match) => match[1]),
      ),
    );
    expect(hosts.length).toBeGreaterThan(5);
    expect(hosts.filter((host) => host !== "localhost" && !(host && host in services))).toEqual([]);
  });

  it("pins every image", () => {
    for (const { image } of Object.values(services))
      expect(interpolate(image)).toMatch(/:(v?\d+\.\d+(\.\d+)?(-tctl-[\d.]+-cli-[\d.]+)?)$/);
    const node = /NODE_IMAGE: \$\{NODE_IMAGE:-(node:24\.\d+\.\d+-slim)\}$/m.exec(compose)?.[1];
    for (const file of ["Dockerfile", "infra/simulator/Dockerfile"]) {
      expect(read(file)).toContain(`ARG NODE_IMAGE=${node}\n`);
      expect(read(file).match(/^FROM .*$/gm)).toEqual(expect.arrayContaining(["FROM ${NODE_IMAGE}"]));
    }
  });

  it("lets every image of others be replaced by one variable, which can name it by its digest", () => {
    const images = Object.values(services).map(({ image }) => image);
    const fixed = images.filter(
      (image) => !image.startsWith("ringdown") && !/^\$\{[A-Z_]+_IMAGE:-[^}]+\}$/.test(image),
    );
    expect(fixed).toEqual([]);
  });

  it("checks the health of everything that stays up", () => {
    const unchecked = Object.keys(services).filter((name) => !services[name]?.healthcheck);
    expect(unchecked.toSorted()).toEqual(JOBS);
  });

  it("waits for health and for the migrations", () => {
    const needs = {
      migrate: { condition: "service_completed_successfully" },
      "temporal-namespace": { condition: "service_completed_successfully" },
      "objects-setup": { condition: "service_completed_successfully" },
    };
    for (const name of ["api", "worker"]) expect(services[name]?.depends_on).toMatchObject(needs);
    expect(services["migrate"]?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  });

  it("keeps data in volumes", () => {
    const mounted = Object.values(services)
      .flatMap((service) => (service.volumes ?? []).map((volume) => volume.split(":")[0]))
      .filter((source) => source !== "./files");
    expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
    expect(mounted).toEqual(expect.arrayContaining(["postgres", "objects", "elasticsearch"]));
  });

  it("has no secret that works without being set", () => {
    const secrets = Object.values(services)
      .flatMap((service) => Object.entries(service.environment ?? {}))
      .filter(([name]) => /PASSWORD|PWD|SECRET|ENCRYPTION|SIGNING/.test(name) && !UNSET_AT_FIRST.includes(name));
    expect(secrets.length).toBeGreaterThan(6);
    for (const [name, value] of secrets)
      expect({ name, value }).toMatchObject({ value: expect.stringMatching(/^\$\{\w+:\?[^}]+\}$/) });
  });

  it("starts files that exist and that the image holds", () => {
    const commands = Object.values(services).flatMap(({ command = [], healthcheck }) => [
      command.join(" "),
      healthcheck?.test.join(" ") ?? "",
    ]);
    const started = commands.flatMap((command) => /(?:^|CMD )node (\S+\.ts)$/.exec(command)?.[1] ?? []);
    expect(started).toHaveLength(6);
    for (const file of started) expect(existsSync(join(root, file))).toBe(true);
    const fromOtherImage = started.filter((file) => !productionImage.has(file));
    expect(fromOtherImage).toEqual(["infra/simulator/start.ts"]);
    expect(simulatorImage.has("infra/simulator/start.ts")).toBe(true);
  });
});
