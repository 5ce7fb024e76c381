import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { NativeConnection } from "@temporalio/worker";
import { readConfig } from "../../../infra/config/config.ts";
import { connectTemporalClient } from "../../../infra/temporal/connect-temporal.ts";
import { readConnectionOptions } from "../../../infra/temporal/connection-options.ts";
import { createCertificateAuthority } from "../../harness/certificate-authority.ts";
import { testEnvironment } from "../../harness/environment.ts";
import type { Gate } from "../../harness/gate.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { openTlsGate } from "../../harness/tls-gate.ts";

const ours = createCertificateAuthority("An authority of one's own");
const another = createCertificateAuthority("Another authority");
const client = ours.issue(["client"]);

let folder: string;
let gate: Gate;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-tls-"));
  const files = { ours: ours.certificate, another: another.certificate, client: client.certificate, key: client.key };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.pem`), text);
  const [host = "", port] = testEnvironment.temporalAddress().split(":");
  gate = await openTlsGate({ host, port: Number(port) }, ours.issue(["temporal.example"]), {
    ALPNProtocols: ["h2"],
    ca: ours.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  });
});
afterAll(async () => {
  await gate.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string) => join(folder, `${name}.pem`);
const configOf = (more: Record<string, string>) =>
  readConfig({
    TEMPORAL_ADDRESS: `127.0.0.1:${gate.port}`,
    TEMPORAL_TLS_CA_FILE: file("ours"),
    TEMPORAL_TLS_CERT_FILE: file("client"),
    TEMPORAL_TLS_KEY_FILE: file("key"),
    TEMPORAL_TLS_SERVER_NAME: "temporal.example",
    ...more,
  });

/** Connects as the API does. */
const askAsClient = async (more: Record<string, string> = {}): Promise<string> => {
  const { connection } = await connectTemporalClient(configOf(more));
  try {
    const info = await connection.withDeadline(Date.now() + PATIENCE_MS, () =>
      connection.workflowService.getSystemInfo({}),
    );
    return info.serverVersion ?? "";
  } finally {
    await connection.close();
  }
};

/** Connects as the worker does. */
const askAsWorker = async (more: Record<string, string> = {}): Promise<string> => {
  const connection = await NativeConnection.connect(await readConnectionOptions(configOf(more)));
  try {
    return (await connection.workflowService.getSystemInfo({})).serverVersion ?? "";
  } finally {
    await connection.close();
  }
};

describe("a Temporal behind TLS that wants a client's certificate", () => {
  it("is spoken with by client and worker", async () => {
    expect(await askAsClient()).toMatch(/^\d/);
    expect(await askAsWorker()).toMatch(/^\d/);
  });

  it("is refused where another authority is named, and refuses who has no certificate", async () => {
    await expect(askAsWorker({ TEMPORAL_TLS_CA_FILE: file("another") })).rejects.toThrow();
    await expect(askAsWorker({ TEMPORAL_TLS_CERT_FILE: "", TEMPORAL_TLS_KEY_FILE: "" })).rejects.toThrow();
    await expect(askAsWorker({ TEMPORAL_TLS_SERVER_NAME: "other.example" })).rejects.toThrow();
  });
});
