import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { z } from "zod";
import { sandboxManners } from "../../../domain/environment/sandbox-manners.ts";
import { createSimulatorServer, type SimulatorServer } from "../../../infra/simulator/server.ts";
import { createSimulatorCarrier } from "../../../infra/telephony/simulator/simulator.carrier.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallbackReceiver, startCallbackReceiver } from "../telephony/callback-receiver.ts";
import { createSimulatorClient } from "./simulator-client.ts";

const signingKey = "a key of the simulator's tests";

let dataDir: string;
let receiver: CallbackReceiver;
let server: SimulatorServer;
let client: ReturnType<typeof createSimulatorClient>;
let carrier: ReturnType<typeof createSimulatorCarrier>;
let count = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "manners-"));
  receiver = await startCallbackReceiver();
  server = createSimulatorServer({
    signingKey,
    dataDir,
    script: { speed: 500, defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 2 } },
  });
  const baseUrl = await server.listen(0, "127.0.0.1");
  client = createSimulatorClient(baseUrl, signingKey);
  carrier = createSimulatorCarrier({ baseUrl, signingKey });
});
afterAll(async () => {
  await server.close(0);
  await receiver.close();
  await rm(dataDir, { recursive: true });
});

interface Asked {
  manners?: z.input<typeof sandboxManners>;
  to?: string;
  sandbox?: boolean;
}

/** Asks for a call of an organization of its own; returns how the request was taken, and how to look at the rest. */
const place = async ({ manners, to = "+12025550107", sandbox = true }: Asked, organization = `org ${(count += 1)}`) => {
  const run = `run-${(count += 1)}`;
  const request = {
    runUuid: run,
    to,
    from: "",
    answerUrl: `${receiver.baseUrl}/${run}/answer`,
    statusUrl: `${receiver.baseUrl}/${run}/status`,
    ringTimeoutSeconds: 30,
    timeLimitSeconds: 600,
    detectMachine: true,
    record: false,
    conversation: null,
    greeting: "Hello",
  };
  const own = { organization, sandbox, ...(manners && { manners: JSON.stringify(sandboxManners.parse(manners)) }) };
  const startedMs = performance.now();
  const taken = await carrier.placeCall(own, request, 60_000);
  return {
    taken,
    tookMs: performance.now() - startedMs,
    run,
    call: () =>
      carrier.findCall(own, { runUuid: run, to, from: "", requestedAt: new Date(), statusUrl: request.statusUrl }),
    types: (): string[] => receiver.of(run).map(({ body }) => JSON.parse(body.toString()).type),
  };
};

const ended = async ({ call }: Pick<Awaited<ReturnType<typeof place>>, "call">) => {
  await waitUntil("the call has ended", async () => (await call())?.endedAt != null);
  return call();
};
const came = (placed: { types(): string[] }, many: number) =>
  waitUntil(`${many} callbacks came`, () => placed.types().length >= many && placed.types());

describe("the manners that an organization gives the simulator of its sandbox", () => {
  it("make it slow to answer", async () => {
    const { taken, tookMs } = await place({ manners: { latency_ms: 300 } });
    expect(taken.kind).toBe("accepted");
    expect(tookMs).toBeGreaterThanOrEqual(300);
  });

  it("throttle requests, by chance or beyond a number in a second", async () => {
    expect((await place({ manners: { throttled: 1 } })).taken.kind).toBe("throttled");
    const manners = { calls_per_second: 1 };
    // On a busy machine more than a second may lie between them: then two others are placed.
    const kinds = await waitUntil("two requests come within a second", async () => {
      const hasty = `hasty ${(count += 1)}`;
      const first = await place({ manners }, hasty);
      const second = await place({ manners, to: "+12025550108" }, hasty);
      return second.taken.kind === "throttled" && [first.taken.kind, second.taken.kind];
    });
    expect(kinds).toEqual(["accepted", "throttled"]);
  });

  it("lose requests, or their answers, or refuse them", async () => {
    const lost = await place({ manners: { lost_requests: 1 } });
    expect([lost.taken.kind, await lost.call()]).toEqual(["unknown", null]);
    const unheard = await place({ manners: { lost_answers: 1 } });
    expect(unheard.taken.kind).toBe("unknown");
    expect(await unheard.call()).not.toBeNull();
    const refused = await place({ manners: { server_errors: 1 } });
    expect([refused.taken.kind, await refused.call()]).toEqual(["unknown", null]);
  });

  it("lose, double, reorder and delay callbacks", async () => {
    const silent = await place({ manners: { callbacks: { lost: 1 } } });
    await ended(silent);
    const doubled = await place({ manners: { callbacks: { doubled: 1 } } });
    expect(await came(doubled, 6)).toEqual(["ringing", "ringing", "answered", "answered", "completed", "completed"]);
    const reordered = await place({ manners: { callbacks: { reordered: 1 } } });
    expect(await came(reordered, 3)).toEqual(["completed", "answered", "ringing"]);
    const placedMs = performance.now();
    const late = await place({ manners: { callbacks: { late: 1, late_by_seconds: 3 } } });
    expect((await came(late, 1))[0]).toBe("ringing");
    expect(performance.now() - placedMs).toBeGreaterThanOrEqual(3_000);
    expect(silent.types()).toEqual([]);
  });

  it("keep it away between two instants", async () => {
    const from = new Date(Date.now() - 1000).toISOString();
    const away = { outage: { from, to: new Date(Date.now() + 3_600_000).toISOString() } };
    const lost = await place({ manners: away });
    expect([lost.taken.kind, await lost.call()]).toEqual(["unknown", null]);
    const over = { outage: { from, to: new Date(Date.now() - 500).toISOString() } };
    expect((await place({ manners: over })).taken.kind).toBe("accepted");
  });

  it("say who answers and how", async () => {
    const busy = await ended(await place({ manners: { people: { outcomes: ["busy"] } } }));
    expect(busy?.outcome).toBe("busy");
    const groups = [{ ending: "9", outcomes: ["voicemail" as const] }];
    const manners = { people: { weights: { rejected: 1 } }, groups };
    expect((await ended(await place({ manners, to: "+12025550109" })))?.outcome).toBe("voicemail");
    expect((await ended(await place({ manners, to: "+12025550108" })))?.outcome).toBe("rejected");
  });

  it("bind neither its production nor anybody else", async () => {
    const manners = { throttled: 1 };
    expect((await place({ manners }, "one")).taken.kind).toBe("throttled");
    expect((await place({ manners, sandbox: false }, "one")).taken.kind).toBe("accepted");
    expect((await place({}, "another")).taken.kind).toBe("accepted");
    expect((await client.record()).length).toBeGreaterThan(0);
  });
});
