import { describe, expect, it } from "@jest/globals";
import { isFit } from "./memory-folder.ts";

const GIB = 1024 ** 3;
const mountedAs = (kind: string, options: string) =>
  `/dev/sda / ext4 rw 0 0\n${kind} /dev/shm ${kind} ${options} 0 0\n`;
const offered = { mounts: mountedAs("tmpfs", "rw,relatime"), roomBytes: 12 * GIB, memoryBytes: 16 * GIB };

describe("the folder in memory", () => {
  it("takes the files of a run", () => {
    expect(isFit(offered)).toBe(true);
  });

  it.each([
    ["no program may be started from it", { mounts: mountedAs("tmpfs", "rw,nosuid,nodev,noexec") }],
    ["something else is mounted there", { mounts: offered.mounts + mountedAs("ext4", "rw") }],
    ["nothing is mounted there", { mounts: "/dev/sda / ext4 rw 0 0\n" }],
    ["it has no room", { roomBytes: 64 * 1024 ** 2 }],
    ["there is too little memory", { memoryBytes: 4 * GIB }],
  ])("does not where %s", (_where, short) => {
    expect(isFit({ ...offered, ...short })).toBe(false);
  });
});
