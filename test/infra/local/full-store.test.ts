import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { Client as S3Client } from "minio";
import { startObjectStore } from "../../../infra/local/object-store.ts";
import { createSupervisor } from "../../../infra/local/supervisor.ts";
import { maySmallDisksBeMounted, mountSmallDisk } from "../../harness/small-disk.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { findFreePort } from "../../../infra/local/ports.ts";
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
