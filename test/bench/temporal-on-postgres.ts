import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { resolveBinary } from "../../infra/local/binaries.ts";
import { startProcess } from "../../infra/local/local-process.ts";
import { findFreePort } from "../../infra/local/ports.ts";
import { startPostgres } from "../../infra/local/postgres.ts";
import { DYNAMIC_CONFIG } from "../../infra/local/temporal.ts";
import { runProgram } from "../../infra/pinned-package/run-program.ts";
import { fetchGoModule, resolveGoTool } from "../deploy/go-tools.ts";

const SERVER = "go.temporal.io/server@v1.29.1";
const NAMESPACE = "default";
/** As `docker-compose.yml` has them. */
const HISTORY_SHARDS = 512;
export const DATABASES = ["temporal", "temporal_visibility"] as const;

export interface TemporalOnPostgres {
  address: string;
  /** Of a database of its server, which has nothing else in it. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts Temporal's server of production with its two databases on a PostgreSQL of their own, in a folder. */
export const startTemporalOnPostgres = async (folder: string): Promise<TemporalOnPostgres> => {
  const postgres = await startPostgres({ dir: join(folder, "postgres") });
  for (const database of DATABASES) {
    await postgres.createDatabase(database);
    await makeSchema(postgres.url(database), database);
  }
  const ports = await choosePorts();
  mkdirSync(join(folder, "config"), { recursive: true });
  const settings = Object.entries({ ...DYNAMIC_CONFIG, "matching.enableMigration": true });
  const dynamic = Object.fromEntries(settings.map(([name, value]) => [name, [{ value }]]));
  writeFileSync(join(folder, "config/dynamic.yaml"), stringify(dynamic));
  writeFileSync(
    join(folder, "config/bench.yaml"),
    stringify(buildConfiguration(new URL(postgres.url("temporal")), { ports, folder })),
  );
  const address = `127.0.0.1:${ports.frontend}`;
  const cli = await resolveBinary("temporal", {});
  const ask = (...args: string[]) => runProgram(cli, [...args, "--address", address], { timeoutMs: 30_000 });
  const server = await startProcess({
    name: "Temporal's server",
    command: await resolveGoTool("temporal-server"),
    args: ["--root", folder, "--config", "config", "--env", "bench", "--allow-no-auth", "start"],
    logFile: join(folder, "temporal.log"),
    isReady: () => ask("operator", "cluster", "health").then((said) => said.includes("SERVING")),
    stopTimeoutMs: 20_000,
  });
  await ask("operator", "namespace", "create", "--retention", "72h", "--namespace", NAMESPACE);
  return {
    address,
    url: postgres.url,
    stop: async () => {
      await server.stop();
      await postgres.stop();
    },
  };
};

const makeSchema = async (url: string, database: (typeof DATABASES)[number]): Promise<void> => {
  const { hostname, port, username, password } = new URL(url);
  const tool = await resolveGoTool("temporal-sql-tool");
  const versions = join(
    await fetchGoModule(SERVER),
    "schema/postgresql/v12",
    database.replace(/^temporal_/, ""),
    "versioned",
  );
  const to = ["--plugin", "postgres12", "--ep", hostname, "--port", port, "--user", username, "--db", database];
  const run = (...args: string[]) =>
    runProgram(tool, [...to, "--password", decodeURIComponent(password), ...args], { timeoutMs: 120_000 });
  await run("setup-schema", "-v", "0.0");
  await run("update-schema", "-d", versions);
};

const SERVICES = ["frontend", "matching", "history", "worker"] as const;
type Ports = Record<(typeof SERVICES)[number] | `${(typeof SERVICES)[number]}Membership` | "http", number>;

const choosePorts = async (): Promise<Ports> => {
  const taken = new Set<number>();
  const next = async () => {
    const port = await findFreePort(taken);
    taken.add(port);
    return port;
  };
  return {
    frontend: await next(),
    matching: await next(),
    history: await next(),
    worker: await next(),
    frontendMembership: await next(),
    matchingMembership: await next(),
    historyMembership: await next(),
    workerMembership: await next(),
    http: await next(),
  };
};

const buildConfiguration = (postgres: URL, { ports, folder }: { ports: Ports; folder: string }) => {
  const store = (databaseName: string, maxConns: number) => ({
    sql: {
      ...{ pluginName: "postgres12", databaseName, connectAddr: postgres.host, connectProtocol: "tcp" },
      ...{ user: postgres.username, password: decodeURIComponent(postgres.password) },
      ...{ maxConns, maxIdleConns: maxConns, maxConnLifetime: "1h" },
    },
  });
  const rpc = (service: (typeof SERVICES)[number]) => ({
    grpcPort: ports[service],
    membershipPort: ports[`${service}Membership`],
    bindOnLocalHost: true,
    ...(service === "frontend" && { httpPort: ports.http }),
  });
  return {
    log: { stdout: true, level: "warn" },
    persistence: {
      ...{ defaultStore: "main", visibilityStore: "visibility", numHistoryShards: HISTORY_SHARDS },
      datastores: { main: store("temporal", 20), visibility: store("temporal_visibility", 10) },
    },
    global: { membership: { maxJoinDuration: "30s", broadcastAddress: "127.0.0.1" } },
    services: Object.fromEntries(SERVICES.map((service) => [service, { rpc: rpc(service) }])),
    clusterMetadata: {
      ...{ enableGlobalNamespace: false, failoverVersionIncrement: 10 },
      ...{ masterClusterName: "active", currentClusterName: "active" },
      clusterInformation: {
        active: {
          ...{ enabled: true, initialFailoverVersion: 1 },
          ...{ rpcName: "frontend", rpcAddress: `127.0.0.1:${ports.frontend}` },
        },
      },
    },
    dynamicConfigClient: { filepath: join(folder, "config/dynamic.yaml"), pollInterval: "60s" },
  };
};
