import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { z } from "zod";
import { configSchema, readConfig } from "../../infra/config/config.ts";
import { readImage } from "./image-contents.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const compose = read("docker-compose.yml");
const dockerfile = read("Dockerfile");
const productionImage = readImage("Dockerfile", ".dockerignore");
const simulatorImage = readImage("infra/simulator/Dockerfile", "infra/simulator/Dockerfile.dockerignore");

const { services, volumes } = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        command: z.array(z.string()).optional(),
        environment: z.record(z.string(), z.coerce.string()).optional(),
        healthcheck: z.object({ test: z.array(z.string()) }).optional(),
        volumes: z.array(z.string()).optional(),
        depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
      }),
    ),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(compose, { merge: true }));

const OWN = ["api", "worker", "migrate"];
/** What an operator must set, as one would. */
const SECRETS: Record<string, string> = {
  POSTGRES_PASSWORD: "a-password",
  POSTGRES_LOGIN_PASSWORD: "another-password",
  S3_SECRET_KEY: "a-secret-key",
  ENCRYPTION_KEY: "ab".repeat(32),
  SIMULATOR_SIGNING_KEY: "a-signing-key-of-16-or-more",
};

/** `${NAME:?message}` and `${NAME:-default}`, as Docker Compose replaces them. */
const interpolate = (text: string): string =>
  text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) =>
    kind === "?" ? (SECRETS[name] ?? `unset ${name}`) : rest,
  );
const environmentOf = (service: string) =>
  Object.fromEntries(
    Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [name, interpolate(value)]),
  );

describe("docker-compose.yml", () => {
  it("brings up every production part", () => {
    const parts = [
      "api",
      "elasticsearch",
      "migrate",
      "minio",
      "postgres",
      "simulator",
      "temporal",
      "temporal-ui",
      "worker",
    ];
    expect(Object.keys(services).sort()).toEqual(parts);
  });

  it.each(OWN)("sets only variables that the configuration knows: %s", (service) => {
    const names = Object.keys(services[service]?.environment ?? {});
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !(name in configSchema.shape))).toEqual([]);
  });

  it.each(["api", "worker"])("gives %s a whole and valid configuration", (service) => {
    const config = readConfig(environmentOf(service));
    expect(config).toMatchObject({
      DATABASE_URL: "postgresql://ringdown_login:another-password@postgres:5432/ringdown",
      TEMPORAL_ADDRESS: "temporal:7233",
      S3_ENDPOINT: "http://minio:9000",
      S3_SECRET_KEY: "a-secret-key",
      ENCRYPTION_KEY: SECRETS["ENCRYPTION_KEY"],
      ELASTICSEARCH_URL: "http://elasticsearch:9200",
      CARRIER_SIMULATOR_BASE_URL: "http://simulator:8090",
      SIMULATOR_SIGNING_KEY: SECRETS["SIMULATOR_SIGNING_KEY"],
    });
  });

  it("gives the login that owns the tables to the migrations alone", () => {
    const migrationsUrl = "postgresql://ringdown:a-password@postgres:5432/ringdown";
    expect(environmentOf("migrate")).toMatchObject({ DATABASE_MIGRATIONS_URL: migrationsUrl });
    for (const service of ["api", "worker"])
      expect(Object.values(environmentOf(service)).filter((value) => value.includes("ringdown:a-password"))).toEqual([]);
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
    for (const { image } of Object.values(services)) expect(image).toMatch(/:(\d+\.\d+(\.\d+)?|RELEASE\.[\dTZ-]+)$/);
    expect(dockerfile).toMatch(/^FROM node:24\.\d+\.\d+-slim$/m);
  });

  it("checks the health of everything that stays up", () => {
    const unchecked = Object.keys(services).filter((name) => !services[name]?.healthcheck);
    expect(unchecked).toEqual(["migrate"]);
  });

  it("waits for health and for the migrations", () => {
    const needs = {
      migrate: { condition: "service_completed_successfully" },
      temporal: { condition: "service_healthy" },
    };
    for (const name of ["api", "worker"]) expect(services[name]?.depends_on).toMatchObject(needs);
    expect(services["migrate"]?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  });

  it("keeps data in volumes", () => {
    const mounted = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((volume) => volume.split(":")[0]),
    );
    expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
    expect(mounted).toEqual(expect.arrayContaining(["postgres", "minio", "elasticsearch"]));
  });

  it("has no secret that works without being set", () => {
    const secrets = Object.values(services)
      .flatMap((service) => Object.entries(service.environment ?? {}))
      .filter(([name]) => /PASSWORD|PWD|SECRET|ENCRYPTION|SIGNING/.test(name) && name !== "BOOTSTRAP_PASSWORD");
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
    expect(started).toHaveLength(4);
    for (const file of started) expect(existsSync(join(root, file))).toBe(true);
    const fromOtherImage = started.filter((file) => !productionImage.has(file));
    expect(fromOtherImage).toEqual(["infra/simulator/start.ts"]);
    expect(simulatorImage.has("infra/simulator/start.ts")).toBe(true);
  });
});
