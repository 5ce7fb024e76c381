import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { Client as S3Client } from "minio";
import { startObjectStore } from "../../../infra/local/embedded-object-store.ts";
import { createFullStoreWatch, hasSpace } from "../../../infra/local/full-store.ts";
import { startProcess } from "../../../infra/local/local-process.ts";
import { findFreePort } from "../../../infra/local/ports.ts";
import { createSupervisor } from "../../../infra/local/supervisor.ts";
import { maySmallDisksBeMounted, mountSmallDisk } from "../../harness/small-disk.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const newFolder = temporaryFolders();
const isMountable = maySmallDisksBeMounted();
if (!isMountable)
  process.stderr.write("\n*** SKIPPED: a store without room: this process may not mount a file system (root may).\n\n");

const MEGABYTES = 150;
const KEYS = { accessKey: "an-access-key", secretKey: "a-secret-key" };

(isMountable ? it : it.skip)("a store whose names found no room takes files again once there is some", async () => {
  const folder = newFolder();
  const disk = mountSmallDisk(join(folder, "store"), MEGABYTES);
  const port = await findFreePort();
  const events: string[] = [];
  const supervisor = createSupervisor({ runFolder: folder, onEvent: (sentence) => void events.push(sentence) });
  const start = () =>
    startObjectStore({ ...KEYS, dir: join(disk.folder, "data"), port, logFile: join(folder, "store.log") });
  try {
    await supervisor.start([{ name: "object-store", start }]);
    const client = new S3Client({
      endPoint: "127.0.0.1",
      port,
      useSSL: false,
      pathStyle: true,
      region: "us-east-1",
      // The test asks again itself.
      retryOptions: { disableRetry: true },
      ...KEYS,
    });
    await client.makeBucket("files");
    const isTaken = (name: string): Promise<boolean> =>
      client.putObject("files", name, Buffer.alloc(0)).then(
        () => true,
        () => false,
      );
    expect(await isTaken("before")).toBe(true);

    disk.fill();
    let put = 0;
    // An empty file needs room for its name alone.
    await waitUntil("no name finds room", async () => !(await isTaken(`meanwhile-${(put += 1)}`)));

    disk.makeRoom();
    await waitUntil("it takes files again", () => isTaken("after"));
    expect((await client.statObject("files", "before")).size).toBe(0);
    // It takes files a moment before its start is told.
    await waitUntil("its start is told", () => events.length === 2);
    expect(events).toEqual([expect.stringMatching(/starting it again/), "object-store runs again."]);
  } finally {
    await supervisor.stop();
    disk.unmount();
    rmSync(join(folder, "store"), { recursive: true, force: true });
  }
});

it("a store that a new start does not help is ended less and less often, with a sentence each time", async () => {
  const folder = newFolder();
  const sentences: string[] = [];
  const endedAtMs: number[] = [];
  const onEvent = (sentence: string) => {
    sentences.push(sentence);
    endedAtMs.push(performance.now());
  };
  const watch = createFullStoreWatch({ onEvent, lookEveryMs: 20, firstWaitMs: 100, longestWaitMs: 60_000 });
  const supervisor = createSupervisor({ runFolder: folder, firstRestartDelayMs: 1, longestRestartDelayMs: 1 });
  // It has room on its disk and is refused files all the same, as beyond a quota.
  const complain = 'setInterval(() => console.log("mkdir: no space left on device"), 5)';
  const logFile = join(folder, "store.log");
  const start = async () => {
    const running = await startProcess({
      name: "A store beyond its quota",
      command: process.execPath,
      args: ["-e", complain],
      logFile,
      isReady: () => true,
    });
    watch.watch({ running, folder, logFile });
    return running;
  };
  try {
    await supervisor.start([{ name: "object-store", start }]);
    await waitUntil("it was ended four times", () => endedAtMs.length === 4);
  } finally {
    await supervisor.stop();
  }
  expect(sentences.map((sentence) => /([\d.]+) s at the earliest/.exec(sentence)?.[1])).toEqual([
    "0.1",
    "0.2",
    "0.4",
    "0.8",
  ]);
  const waitsMs = endedAtMs.slice(1).map((at, index) => at - (endedAtMs[index] ?? 0));
  expect(waitsMs.map((waited, index) => waited >= 100 * 2 ** index)).toEqual([true, true, true]);
});

(isMountable ? it : it.skip)("a disk has room as long as it takes bytes and files", async () => {
  const folder = join(newFolder(), "store");
  const disk = mountSmallDisk(folder, MEGABYTES, 100);
  try {
    expect(await hasSpace(folder)).toBe(true);
    for (let file = 0; file < 60; file += 1) writeFileSync(join(folder, `${file}`), "");
    expect(await hasSpace(folder)).toBe(false);
  } finally {
    disk.unmount();
  }
});
