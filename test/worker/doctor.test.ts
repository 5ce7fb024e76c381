import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "pg";
import { readConfig } from "../../infra/config/config.ts";
import { examine } from "../../infra/doctor/examine.ts";
import { tellFinding } from "../../infra/doctor/finding.ts";
import { listChecks } from "../../infra/doctor/list-checks.ts";
import { examineFirstStart } from "../../infra/local/examine-start.ts";
import { findFreePort } from "../../infra/local/ports.ts";
import { examineAfterStart } from "../../worker/doctor.ts";
import { WORKFLOW_QUEUE } from "../../workflows/task-queues.ts";
import { createTenant } from "../factories/tenant.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { captureLog } from "../harness/captured-log.ts";
import { createCertificateAuthority } from "../harness/certificate-authority.ts";
import { TEST_BUCKET, testEnvironment } from "../harness/environment.ts";
import { type MailServer, startMailServer } from "../harness/mail-server.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { TEST_ENCRYPTION_KEY } from "../harness/test-secrets.ts";
import { SIMULATOR_SIGNING_KEY } from "../harness/test-simulator.ts";
import { createTestNamespace } from "../harness/test-temporal.ts";
import { openTlsGate } from "../harness/tls-gate.ts";

let test: TestDatabase;
let mail: MailServer;
let api: ApiProcess;
let worker: ApiProcess;
let settings: Record<string, string>;

beforeAll(async () => {
  const [database, namespace, port] = await Promise.all([createTestDatabase(), createTestNamespace(), findFreePort()]);
  test = database;
  mail = await startMailServer();
  const { endpoint, accessKey, secretKey } = testEnvironment.objectStore();
  settings = {
    PORT: String(port),
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: test.url,
    DATABASE_POOL_SIZE: "5",
    TEMPORAL_ADDRESS: testEnvironment.temporalAddress(),
    TEMPORAL_NAMESPACE: namespace,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_BUCKET: TEST_BUCKET,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    CARRIER_SIMULATOR_BASE_URL: "http://127.0.0.1:9",
    SIMULATOR_SIGNING_KEY,
    WORKFLOW_BUNDLE: testEnvironment.workflowBundle(),
    WORKER_HTTP_PORT: "0",
    SMTP_URL: mail.url,
  };
  api = startApiProcess(settings);
  worker = startApiProcess(settings, "worker/start.ts");
  await Promise.all([api.listening(), worker.says("worker is ready")]);
});
afterAll(async () => {
  for (const { child } of [api, worker]) child.kill("SIGKILL");
  await Promise.all([api.ended, worker.ended, mail.close()]);
  await test.drop();
});

/** Returns the lines of an examination with some settings changed, each as "level part: text". */
const examined = async (change: Record<string, string> = {}) => {
  const findings = await examine(listChecks(readConfig({ ...settings, ...change }), WORKFLOW_QUEUE));
  return findings.map((finding) => {
    const { level, part, text, remedy, command } = tellFinding(finding, "en");
    return { line: `${level} ${part}: ${text}`, remedy, command };
  });
};

const findLine = async (pattern: RegExp, change: Record<string, string>) => {
  const lines = await examined(change);
  const found = lines.find(({ line }) => pattern.test(line));
  if (!found) throw new Error(`nothing like ${pattern} in ${JSON.stringify(lines, null, 1)}`);
  return found;
};

describe("the doctor of an installation", () => {
  it("finds no fault in one whose parts are all there", async () => {
    const lines = (await examined()).map(({ line }) => line);
    expect(lines.filter((line) => line.startsWith("fault"))).toEqual([]);
    expect(lines).toEqual(
      expect.arrayContaining([
        "good PostgreSQL: Its login may take the platform's role and nothing else",
        "good PostgreSQL's schema: It is there; set DATABASE_MIGRATIONS_URL to compare it with this version's",
        "good Temporal: Its search attributes are there",
        "good Temporal: One worker asks it for work",
        `good Object store: What was written to the bucket ${TEST_BUCKET} was read again`,
        "good Object store: Nobody reads the bucket without a signature",
        `good Public address: ${settings["PUBLIC_BASE_URL"]} passes requests and WebSockets`,
        "good Mail: The mail server lets this login send",
      ]),
    );
  });

  it("names a namespace that Temporal does not have, and the command that makes it", async () => {
    const { line, command } = await findLine(/^fault Temporal/, { TEMPORAL_NAMESPACE: "nowhere" });
    expect(line).toBe("fault Temporal: It has no namespace nowhere");
    expect(command).toBe("temporal operator namespace create --namespace nowhere --retention 72h");
  });

  it("says that nothing is dialled where no worker asks for work", async () => {
    const namespace = await createTestNamespace();
    await findLine(/^fault Temporal: No worker asks it for work/, { TEMPORAL_NAMESPACE: namespace });
  });

  it("says what an object store refuses", async () => {
    await findLine(/^fault Object store: /, { S3_SECRET_KEY: "another" });
    const { remedy } = await findLine(/^fault Object store: The address that browsers are given/, {
      S3_PUBLIC_ENDPOINT: settings["PUBLIC_BASE_URL"] ?? "",
    });
    expect(remedy).toContain("S3_PUBLIC_ENDPOINT");
  });

  it("tells a database without tables and a login with too much power from one that is away", async () => {
    const postgres = testEnvironment.databaseUrl("postgres");
    const { command } = await findLine(/^fault PostgreSQL's schema: It has no tables of Ringdown/, {
      DATABASE_URL: postgres,
    });
    expect(command).toBe("node infra/postgres/migrate.ts");
    await findLine(/^warning PostgreSQL: Its login \S+ may do more/, { DATABASE_URL: test.superuserUrl });
    const port = await findFreePort();
    await findLine(/^fault PostgreSQL: .*ECONNREFUSED/, { DATABASE_URL: `postgres://x:y@127.0.0.1:${port}/z` });
  });

  it("names the first change that a schema lacks, and one that it has too many", async () => {
    const migrations = { DATABASE_MIGRATIONS_URL: test.superuserUrl };
    const change = (statement: string) => onOwner((client) => client.query(statement));
    await findLine(/^good PostgreSQL's schema: It is this version's/, migrations);
    await change("insert into kysely_migration values ('9999-of-tomorrow', now()::text)");
    await findLine(/^warning PostgreSQL's schema: It is newer.*9999-of-tomorrow/, migrations);
    await change("delete from kysely_migration where name in ('9999-of-tomorrow', '0096-recurrence')");
    await findLine(/^fault PostgreSQL's schema: It lacks 1 change, 0096-recurrence first/, migrations);
    await change("insert into kysely_migration values ('0096-recurrence', now()::text)");
  });

  it("knows which login may carry out a restore", async () => {
    const url = test.superuserUrl;
    await findLine(/^good PostgreSQL's login for migrations: It may carry out a restore/, {
      DATABASE_MIGRATIONS_URL: url,
    });
    const { command } = await findLine(/^warning PostgreSQL's login for migrations: It may not carry out a restore/, {
      DATABASE_MIGRATIONS_URL: test.url,
    });
    expect(command).toMatch(/^grant set on parameter session_replication_role to \w+$/);
    await findLine(/^fault PostgreSQL's login for migrations: .*two different databases/, {
      DATABASE_MIGRATIONS_URL: testEnvironment.databaseUrl("postgres"),
    });
  });

  it("names an extension that the database lacks", async () => {
    const { command } = await findLine(/^fault PostgreSQL: Its database lacks the extension pg_trgm/, {
      DATABASE_URL: testEnvironment.databaseUrl("template1"),
    });
    expect(command).toContain("create extension pg_trgm");
  });

  it("is asked by a worker after its start, which logs each fault with what mends it and a sum", async () => {
    const log = captureLog();
    const config = readConfig({ ...settings, TEMPORAL_NAMESPACE: "nowhere" });
    const stopping = new AbortController();
    await examineAfterStart(config, { logger: log.logger, stopping: stopping.signal, afterMs: 0 });
    expect(log.lines().map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        expect.stringContaining("the doctor found a fault: Temporal: It has no namespace nowhere"),
        expect.stringMatching(/^the doctor looked at this installation: 1 fault, \d+ warnings?, \d+ good\.$/),
      ]),
    );
    const before = log.lines().length;
    stopping.abort();
    await examineAfterStart(config, { logger: log.logger, stopping: stopping.signal });
    await examineAfterStart(
      { ...config, DOCTOR_AT_START: false },
      { logger: log.logger, stopping: new AbortController().signal },
    );
    expect(log.lines()).toHaveLength(before);
  });

  it("is asked by npm start once for each release", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "ringdown-doctor-"));
    const said: string[] = [];
    const start = () => examineFirstStart({ dataDir, environment: settings }, (sentence) => said.push(sentence));
    await start();
    expect(said).toEqual([expect.stringContaining("ok       Temporal: One worker asks it for work")]);
    await start();
    expect(said).toHaveLength(1);
    writeFileSync(join(dataDir, "examined-release"), "0.0.1 0001-foundations");
    await start();
    expect(said).toHaveLength(2);
    rmSync(dataDir, { recursive: true });
  });

  it("speaks the language of its terminal, or the one that it is asked for", async () => {
    const { LANG, ...others } = process.env;
    const run = (args: string[], terminal: Record<string, string>) =>
      spawnSync(process.execPath, ["worker/doctor.ts", ...args], {
        env: { ...others, ...settings, SMTP_URL: "", ...terminal },
        encoding: "utf8",
      });
    const german = "WARNUNG  E-Mail: Kein Mailserver ist eingerichtet";
    expect(run([], { LC_ALL: "", LANG: "de_DE.UTF-8" }).stdout).toContain(german);
    const { stdout } = run(["--language", "de", "--json"], { LANG: "C" });
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ code: "mail_unset", remedy: "Setzen Sie SMTP_URL", command: null }),
    );
    expect(run(["--language", "fr"], {})).toMatchObject({
      status: 1,
      stderr: "--language fr: the doctor speaks en and de.\n",
    });
  });

  it("names a public address that leads elsewhere", async () => {
    const port = await findFreePort();
    await findLine(/^fault Public address: .*does not lead to this platform: ECONNREFUSED/, {
      PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    });
  });

  it("names a database that no setting names", async () => {
    await findLine(/^fault PostgreSQL: Not set: DATABASE_URL/, { DATABASE_URL: "" });
  });

  it("names a certificate that nobody trusts, beside what else it found of the address", async () => {
    const { port } = new URL(settings["PUBLIC_BASE_URL"] ?? "");
    const stranger = createCertificateAuthority("Nobody's authority").issue(["localhost"]);
    const gate = await openTlsGate({ host: "127.0.0.1", port: Number(port) }, stranger);
    const change = { PUBLIC_BASE_URL: `https://localhost:${gate.port}` };
    await findLine(/^fault Public address: Its certificate is not trusted/, change);
    await findLine(/^fault Public address: .*does not lead to this platform/, change);
    await gate.close();
  });

  it("names a mail server that is not there, and does without one", async () => {
    const port = await findFreePort();
    await findLine(/^fault Mail: The mail server refused to be used: .*ECONNREFUSED/, {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    await findLine(/^warning Mail: No mail server is configured/, { SMTP_URL: "" });
  });

  it("reaches the carriers and models that organizations use, and no address of inside that nobody allowed", async () => {
    const { organizationId } = await createTenant(test);
    const model = (base_url: string) =>
      test.everything
        .insertInto("model_configurations")
        .values({ organization_id: organizationId, part: "llm", provider: "openai", model: "m", base_url })
        .onConflict((conflict) => conflict.columns(["organization_id", "part"]).doUpdateSet({ base_url }))
        .execute();
    const migrations = { DATABASE_MIGRATIONS_URL: test.superuserUrl };
    await model("http://10.0.0.9:8080/v1");
    const { remedy } = await findLine(/^fault Carriers and models: http:\/\/10\.0\.0\.9:8080/, migrations);
    expect(remedy).toContain("OUTBOUND_ALLOWED_NETWORKS");
    const allowed = { ...migrations, OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1" };
    await model(settings["PUBLIC_BASE_URL"] ?? "");
    await findLine(/^good Carriers and models: http:\/\/127\.0\.0\.1:\d+ is reached from here/, allowed);
    await model(`http://127.0.0.1:${await findFreePort()}`);
    await findLine(/^fault Carriers and models: .*is not reached from here: .*ECONNREFUSED/, allowed);
  });
});

const onOwner = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: test.superuserUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
