import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { type RunningPostgres, startPostgres } from "../../infra/local/postgres.ts";
import { waitUntil } from "../harness/wait-until.ts";

const PATIENCE_MS = 120_000;
/** The login that `startPostgres` makes. */
const SUPERUSER = "ringdown";

/** A primary and a standby that confirms each commit, behind one address, as an operator's virtual IP or proxy is. */
export interface ReplicatedPostgres {
  /** By the shared address. */
  url(database: string): string;
  applicationUrl(database: string): string;
  /** Ends the primary with `kill -9`, and all its connections; promotes the standby; leads the address there. Returns how long that took. */
  failOver(): Promise<number>;
  /** Makes a standby of the one that serves, which has none after a fail-over, and waits until it confirms commits. */
  addStandby(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both in folders of their own below `dir`, with this database. */
export const startReplicatedPostgres = async (dir: string, database: string): Promise<ReplicatedPostgres> => {
  const folders = { primary: join(dir, "server-1"), count: 1 };
  let primary = await startPostgres({ dir: folders.primary });
  let standby: RunningPostgres | null = null;
  await primary.createDatabase(database);
  const address = await openAddress(() => primary.port);
  const shared = (url: string): string => Object.assign(new URL(url), { port: String(address.port) }).href;
  const addStandby = async (): Promise<void> => {
    folders.count += 1;
    const folder = join(dir, `server-${folders.count}`);
    await copyServer(primary, { from: folders.primary, to: folder });
    standby = await startPostgres({ dir: folder });
    // The copy was made before, so that a promoted standby waits for nobody.
    await ask(primary, "alter system set synchronous_standby_names = '*'");
    await ask(primary, "select pg_reload_conf()");
    await waitUntil(
      "the standby confirms commits",
      async () => (await ask(primary, "select 1 from pg_stat_replication where sync_state = 'sync'")).length > 0,
      PATIENCE_MS,
    );
  };
  await addStandby();
  return {
    url: (name) => shared(primary.url(name)),
    applicationUrl: (name) => shared(primary.applicationUrl(name)),
    addStandby,
    failOver: async () => {
      const promoted = standby;
      if (!promoted) throw new Error("there is no standby to promote");
      const beganMs = performance.now();
      address.cut();
      killWithChildren(primary.pid);
      await ask(promoted, "select pg_promote(true, 60)");
      primary = promoted;
      folders.primary = join(dir, `server-${folders.count}`);
      standby = null;
      address.open();
      return performance.now() - beganMs;
    },
    close: async () => {
      await address.close();
      await standby?.stop();
      await primary.stop();
    },
  };
};

const ask = async (server: RunningPostgres, statement: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: server.url("postgres") });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Copies a server that runs, without `pg_basebackup`, which the embedded programs do not have. */
const copyServer = async (primary: RunningPostgres, { from, to }: { from: string; to: string }): Promise<void> => {
  await ask(primary, "alter system set wal_keep_size = '1GB'");
  await ask(primary, "select pg_reload_conf()");
  const client = new pg.Client({ connectionString: primary.url("postgres") });
  await client.connect();
  const data = join(to, "data");
  mkdirSync(to, { recursive: true, mode: 0o755 });
  try {
    await client.query("select pg_backup_start('standby', true)");
    // 1: a file was removed meanwhile.
    const { status } = spawnSync("cp", ["-a", from, `${to}.new`], { stdio: "ignore" });
    if (status !== 0 && status !== 1) throw new Error(`the server's folder could not be copied (${status})`);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    rmSync(to, { recursive: true });
    spawnSync("mv", [`${to}.new`, to]);
    for (const left of ["postmaster.pid", "postmaster.opts"]) rmSync(join(data, left), { force: true });
    writeFileSync(join(data, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  const password = readFileSync(join(to, "password"), "utf8").trim();
  const way = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${password}`;
  appendFileSync(join(data, "postgresql.auto.conf"), `primary_conninfo = '${way}'\n`);
  writeFileSync(join(data, "standby.signal"), "");
  // They belong to the user of the server that wrote the folder.
  spawnSync("chown", [
    "--reference",
    join(data, "PG_VERSION"),
    join(data, "backup_label"),
    join(data, "standby.signal"),
  ]);
};

/** As when the machine is gone: none of its processes serves an open connection to its end. */
const killWithChildren = (pid: number): void => {
  const children = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid);
  for (const each of [pid, ...children.map(Number)]) {
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // It has ended already.
    }
  }
};

const parentOf = (pid: string): number | null => {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return null;
  }
};

/** One address that leads to whichever server is meant. */
const openAddress = async (target: () => number) => {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };
  const server = createServer((inner) => {
    keep(inner);
    if (isCut) return void inner.destroy();
    const outer = connect(target(), "127.0.0.1");
    keep(outer);
    inner.pipe(outer).pipe(inner);
    inner.on("close", () => outer.destroy());
    outer.on("close", () => inner.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof bound === "object" && bound ? bound.port : 0,
    cut: () => {
      isCut = true;
      destroyAll();
    },
    open: () => {
      isCut = false;
    },
    close: async () => {
      destroyAll();
      server.close();
      await once(server, "close");
    },
  };
};
