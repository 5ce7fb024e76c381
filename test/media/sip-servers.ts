import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBuiltLivekit, startLivekit } from "../../infra/local/livekit-server.ts";
import { findBuiltLivekitSip, findRedisProgram, startLivekitSip, startRedis } from "../../infra/local/livekit-sip.ts";
import type { RunningProcess } from "../../infra/local/local-process.ts";
import { findFreePort } from "../../infra/local/ports.ts";
import { createCertificateAuthority } from "../harness/certificate-authority.ts";
import { startLivekitSomewhere } from "./start-livekit-somewhere.ts";

const KEY = { apiKey: "test", apiSecret: "a secret that is long enough for LiveKit" };

/** LiveKit, LiveKit SIP and Redis. The platform is told their address first, because LiveKit has to know the platform's. */
export const prepareSipServers = async () => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-sip-"));
  const port = await findFreePort();
  const authority = createCertificateAuthority("Ringdown's test of trunks");
  const trusted = join(folder, "authority.pem");
  writeFileSync(trusted, authority.certificate);
  const [livekitProgram = "", sipProgram = "", redisServer = ""] = [
    findBuiltLivekit(),
    findBuiltLivekitSip(),
    findRedisProgram(),
  ];
  /** In the order in which they are stopped. */
  const running: RunningProcess[] = [];
  const own = authority.issue(["localhost"]);
  const [certFile, keyFile] = [join(folder, "sip.pem"), join(folder, "sip.key")];
  writeFileSync(certFile, own.certificate);
  writeFileSync(keyFile, own.key);
  let sip: RunningProcess & { port: number; tlsPort: number | null };
  return {
    /** Where callers reach LiveKit SIP. */
    sipPort: () => sip.port,
    /** Where they reach it over TLS. */
    sipTlsPort: () => sip.tlsPort ?? 0,
    killSip: () => void process.kill(sip.pid, "SIGKILL"),
    /** Issues the certificate of LiveKit SIP, and those of trunks that it trusts. */
    authority,
    settings: {
      LIVEKIT_URL: `ws://127.0.0.1:${port}`,
      LIVEKIT_API_KEY: KEY.apiKey,
      LIVEKIT_API_SECRET: KEY.apiSecret,
    },
    start: async (apiUrl: string): Promise<void> => {
      const redis = await startRedis({ program: redisServer, dir: join(folder, "redis") });
      running.unshift(redis);
      const joined = { ...KEY, redisAddress: redis.address };
      const rooms = {
        ...joined,
        program: livekitProgram,
        dir: join(folder, "livekit"),
        port,
        audioAnywhere: true,
        webhookUrl: `${apiUrl}/api/v1/telephony/livekit`,
      } as const;
      const livekit = await startLivekitSomewhere(() => startLivekit(rooms));
      running.unshift(livekit);
      const env = { ...process.env, SSL_CERT_FILE: trusted };
      const tls = { certFile, keyFile, port: 0 };
      const calls = { ...joined, program: sipProgram, dir: join(folder, "sip"), url: livekit.url, port: 0, tls, env };
      sip = await startLivekitSomewhere(() => startLivekitSip(calls));
      running.unshift(sip);
    },
    stop: async (): Promise<void> => {
      for (const server of running) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
