import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

const PROGRAM = join(import.meta.dirname, "../../../infra/local/livekit.ts");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-no-go-"));
  mkdirSync(join(folder, "bin"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm run livekit -- --build-only` for a user without Go, for whom nothing was built yet. */
const build = (settings: Readonly<Record<string, string>> = {}) => {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "--build-only"], {
    env: { PATH: join(folder, "bin"), HOME: folder, DATA_DIR: folder, ...settings },
    encoding: "utf8",
  });
  return { status, said: stderr };
};
const addProgram = (name: string): string => {
  const path = join(folder, "bin", name);
  writeFileSync(path, "");
  chmodSync(path, 0o755);
  return path;
};

describe("npm run livekit", () => {
  it("is skipped where there is no Go, and says what to install", () => {
    const { status, said } = build();
    expect(status).toBe(1);
    expect(said).toMatch(
      /^SKIPPED: livekit-server could not be built: Go is not on PATH\. Install Go 1\.26 or newer, or name a livekit-server in LIVEKIT_SERVER\.$/m,
    );
  });

  it("says what is wrong with the certificate for calls over TLS", () => {
    const LIVEKIT_SERVER = addProgram("livekit-server");
    const one = build({ LIVEKIT_SERVER, LIVEKIT_SIP_TLS_CERT: LIVEKIT_SERVER });
    expect(one).toMatchObject({ status: 1, said: expect.stringContaining("LIVEKIT_SIP_TLS_KEY belong together") });
    const both = { LIVEKIT_SIP_TLS_CERT: LIVEKIT_SERVER, LIVEKIT_SIP_TLS_KEY: "/nowhere/key.pem" };
    expect(build({ LIVEKIT_SERVER, ...both })).toMatchObject({
      status: 1,
      said: expect.stringContaining("LIVEKIT_SIP_TLS_KEY names a file that is not there: /nowhere/key.pem"),
    });
  });

  it("goes on without calls over a trunk where Redis, or Go for LiveKit SIP, is missing, and says which", () => {
    const LIVEKIT_SERVER = addProgram("livekit-server");
    expect(build({ LIVEKIT_SERVER })).toEqual({
      status: 0,
      said: `SKIPPED: calls over a SIP trunk: Redis is not on PATH (Debian: redis-server).\nLiveKit's server is at ${LIVEKIT_SERVER}.\n`,
    });
    addProgram("redis-server");
    const { status, said } = build({ LIVEKIT_SERVER });
    expect(status).toBe(0);
    expect(said).toMatch(
      /^SKIPPED: calls over a SIP trunk: livekit-sip could not be built: Go is not on PATH\. .*libopus-dev/m,
    );
    expect(said).toContain(`LiveKit's server is at ${LIVEKIT_SERVER}.`);
  });
});
