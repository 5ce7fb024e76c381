import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTxtLookup } from "../../../infra/dns/txt-records.ts";
import { type DnsServer, startDnsServer } from "../../harness/dns-server.ts";
import { type HttpReceiver, startHttpReceiver } from "../../harness/http-receiver.ts";
import { startMailServer } from "../../harness/mail-server.ts";
import { startMcpStandIn } from "../../harness/mcp-stand-in.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

export interface EventsPlatform {
  test: TestDatabase;
  api: TestApi;
  /** Hears webhooks. */
  receiver: HttpReceiver;
  mcpUrl: string;
  /** What domains say of themselves. */
  dns: DnsServer;
  close(): Promise<void>;
}

/** API, worker and everything around them, for operations of every kind. */
export const startEventsPlatform = async (): Promise<EventsPlatform> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-events-"));
  const [test, namespace, receiver, mcp, dns, mailServer, simulator] = await Promise.all([
    createTestDatabase(),
    createTestNamespace(),
    startHttpReceiver(),
    startMcpStandIn(),
    startDnsServer(),
    startMailServer(),
    startTestSimulator({
      // A call lasts longer than what is done to it.
      script: { speed: 100, defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 86_400 } },
    }),
  ]);
  const environment = {
    TEMPORAL_NAMESPACE: namespace,
    CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl,
    DATA_DIR: folder,
    SMTP_URL: mailServer.url,
  };
  const dependencies = { txtRecords: createTxtLookup([dns.address]) };
  const api = await startTestApi(test, {
    environment,
    dependencies,
    publicHost: "localhost",
    holdsOneConnection: true,
  });
  const worker = await startTestWorker(test, { api, namespace });
  return {
    test,
    api,
    receiver,
    mcpUrl: mcp.url,
    dns,
    close: async () => {
      await simulator.close();
      await worker.stop();
      await api.close();
      await receiver.close();
      await mcp.close();
      await dns.close();
      await mailServer.close();
      await test.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
