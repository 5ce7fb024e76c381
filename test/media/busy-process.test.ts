import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { startApiProcess } from "../harness/api-process.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { createTestNamespace } from "../harness/test-temporal.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serverSettings } from "../harness/worker-process.ts";

const BUSY_THREAD = new URL("../harness/busy-thread.js", import.meta.url).href;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test?.drop());

it("a media process whose thread hardly rests tells the API that all of its places are taken, while it carries no call", async () => {
  const media = startApiProcess(
    {
      ...serverSettings(),
      LIVEKIT_URL: "http://127.0.0.1:9",
      LIVEKIT_API_KEY: "test",
      LIVEKIT_API_SECRET: "a secret that is long enough for LiveKit",
      DATABASE_URL: test.url,
      TEMPORAL_NAMESPACE: await createTestNamespace(),
      MEDIA_API_URL: "http://127.0.0.1:9",
      MEDIA_CALLS: "3",
      WORKER_HTTP_PORT: "0",
      NODE_OPTIONS: `--import=${BUSY_THREAD}`,
    },
    "media/start.ts",
  );
  const placesTold = async () => {
    const { places, taken } = await test.everything
      .selectFrom("media_processes")
      .select(["places", "taken"])
      .executeTakeFirstOrThrow();
    return { places, taken };
  };
  try {
    await media.says("media process is ready");
    await waitUntil("it has free places", async () => (await placesTold()).taken === 0);
    media.child.kill("SIGWINCH");
    await media.says("the thread of all calls is busy: this process takes no more calls for now");
    await waitUntil("it is full", async () => (await placesTold()).taken === 3);
    expect(await placesTold()).toEqual({ places: 3, taken: 3 });
  } finally {
    media.child.kill("SIGKILL");
    await media.ended;
  }
});
