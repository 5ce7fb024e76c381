import { chownSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "pg";
import { readConfig } from "../../../infra/config/config.ts";
import { type RunningPostgres, startPostgres } from "../../../infra/local/postgres.ts";
import { createCertificateAuthority } from "../../harness/certificate-authority.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { folderForPostgres } from "../local/temporary-folder.ts";

const ours = createCertificateAuthority("An authority of one's own");
const another = createCertificateAuthority("Another authority");

let folder: string;
let postgres: RunningPostgres;

beforeAll(async () => {
  folder = folderForPostgres();
  postgres = await startPostgres({ dir: join(folder, "postgres"), fast: true });
  writeFileSync(join(folder, "ours.pem"), ours.certificate);
  writeFileSync(join(folder, "another.pem"), another.certificate);
  await useTls("localhost");
  await waitUntil("the server takes TLS", () =>
    asSuperuser(async (client) => (await client.query("show ssl")).rows[0]?.ssl === "on"),
  );
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The files belong to the user that the server runs as, or it refuses the key. */
const useTls = async (name: string) => {
  const { certificate, key } = ours.issue([name]);
  const [certificateFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  writeFileSync(certificateFile, certificate);
  writeFileSync(keyFile, key, { mode: 0o600 });
  const { uid, gid } = statSync(join(folder, "postgres", "data"));
  for (const file of [certificateFile, keyFile]) chownSync(file, uid, gid);
  await asSuperuser(async (client) => {
    await client.query(`alter system set ssl_cert_file = '${certificateFile}'`);
    await client.query(`alter system set ssl_key_file = '${keyFile}'`);
    await client.query("alter system set ssl = on");
    await client.query("select pg_reload_conf()");
  });
};

const asSuperuser = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: postgres.url("postgres") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Connects as API, worker and migrations do: by the URL of the configuration alone. */
const isEncrypted = async (authority: string): Promise<boolean> => {
  const url = new URL(postgres.url("postgres"));
  url.hostname = "localhost";
  const { DATABASE_URL } = readConfig({ DATABASE_URL: url.href, DATABASE_TLS_CA_FILE: join(folder, authority) });
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    return rows[0]?.ssl === true;
  } finally {
    await client.end();
  }
};

describe("a PostgreSQL whose certificate an authority of one's own has signed", () => {
  it("is spoken with over TLS where the authority's file is named", async () => {
    expect(await isEncrypted("ours.pem")).toBe(true);
  });

  it("is refused where another authority is named", async () => {
    await expect(isEncrypted("another.pem")).rejects.toThrow(/certificate/i);
  });

  it("is refused when its certificate is that of another name", async () => {
    await useTls("db.example");
    const refusal = () => isEncrypted("ours.pem").then(() => undefined, String);
    expect(await waitUntil("the server has taken the other certificate", refusal)).toMatch(/altnames/i);
  });
});
