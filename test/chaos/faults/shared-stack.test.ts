import { afterAll, beforeAll } from "@jest/globals";
import { testEnvironment } from "../../harness/environment.ts";
import { gateBefore, type ShuttingGate } from "../../harness/shutting-gate.ts";
import { openTestStack, type TestStack } from "../../harness/test-stack.ts";
import { describeJumpingClock } from "./clock-jump.ts";
import { describeKilledImport } from "./killed-import.ts";
import { describeAwayModel } from "./model-away.ts";
import { createMovableClock, type MovableClock } from "./movable-clock.ts";
import { describeAwayObjectStore } from "./object-store-away.ts";

/*
 * One platform has these faults one after another, each with an organization of its own: most of the time of such a test is
 * the start of its platform. It also stands for one that has seen faults before.
 */
let stack: TestStack;
let storeGate: ShuttingGate;
let clock: MovableClock;

beforeAll(async () => {
  const store = testEnvironment.objectStore();
  storeGate = await gateBefore(store.endpoint);
  clock = createMovableClock();
  stack = await openTestStack({
    S3_ENDPOINT: `http://${storeGate.address}`,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
    S3_BUCKET: `faults-${crypto.randomUUID()}`,
    // The model's.
    OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1",
    ...clock.settings,
  });
});
afterAll(async () => {
  await stack?.close();
  await storeGate?.close();
  clock?.remove();
});

const platform = () => ({ running: stack.running, storeGate, clock });

describeAwayObjectStore(platform);
describeAwayModel(platform);
describeKilledImport(platform);
describeJumpingClock(platform);
