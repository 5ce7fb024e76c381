import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { z } from "zod";
import { startProcess } from "../../infra/local/local-process.ts";
import { findFreePort } from "../../infra/local/ports.ts";
import { runProgram } from "../../infra/pinned-package/run-program.ts";
import { PATIENCE_MS } from "../harness/patience.ts";
import { resolveGoTool } from "./go-tools.ts";
import type { AnsweredRequest, ProxySite } from "./proxy-site.ts";

const SITE = new URL("../../deploy/caddy/Caddyfile", import.meta.url);

/** `TEST_CADDY=1`: Go builds Caddy the first time, which takes minutes. */
export const isCaddyAsked = process.env["TEST_CADDY"] === "1";

export const tellOfCaddy = (): void => {
  if (!isCaddyAsked)
    process.stderr.write("\n*** SKIPPED: the site for Caddy: set TEST_CADDY=1, where Go and its proxy are\n\n");
};

export interface CaddySite extends ProxySite {
  /** Reads the site's file again, as `caddy reload` does after a change. */
  reload(): Promise<void>;
}

/**
 * Starts Caddy with the site that the project ships, on these addresses; the name of a public site is replaced by `localhost`, for
 * which it makes a certificate by an authority of its own, which this process trusts from then on. `port`: without TLS, on that port.
 */
export const startCaddy = async (apis: readonly string[], port?: number): Promise<CaddySite> => {
  const chosen = port ?? (await findFreePort());
  const url = port === undefined ? `https://localhost:${chosen}` : `http://127.0.0.1:${chosen}`;
  const folder = mkdtempSync(join(tmpdir(), "ringdown-caddy-"));
  const [file, log] = [join(folder, "Caddyfile"), join(folder, "access.log")];
  const site = buildSite(apis, { url, log });
  writeFileSync(file, `${await buildOptions(folder)}\n${site}`);
  const command = await resolveGoTool("caddy");
  const reads = ["--config", file, "--adapter", "caddyfile"];
  const root = join(folder, "pki/authorities/local/root.crt");
  const running = await startProcess({
    name: "Caddy",
    command,
    args: ["run", ...reads],
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    logFile: join(folder, "caddy.log"),
    stopTimeoutMs: 5000,
    isReady: async () => {
      if (port === undefined && !trust(root)) return false;
      return (await fetch(`${url}/`).catch(() => null)) !== null;
    },
  });
  return {
    url,
    requests: () => readFileSync(log, "utf8").trim().split("\n").map(readLine),
    reload: async () => void (await runProgram(command, ["reload", "--force", ...reads], { timeoutMs: PATIENCE_MS })),
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** False while Caddy has not made its authority yet. */
const trust = (root: string): boolean => {
  if (!existsSync(root)) return false;
  setDefaultCACertificates([...getCACertificates("default"), readFileSync(root, "utf8")]);
  return true;
};

/** Keeps all that it writes in one folder, and leaves the ports alone that are not known to be free: those for redirects and HTTP/3. */
const buildOptions = async (folder: string): Promise<string> => `{
	admin 127.0.0.1:${await findFreePort()}
	storage file_system ${folder}
	auto_https disable_redirects
	skip_install_trust
	persist_config off
	servers {
		protocols h1 h2
	}
}`;

/** Fills in what an operator would; throws where the shipped file has no such line. */
const buildSite = (apis: readonly string[], { url, log }: { url: string; log: string }): string => {
  let site = readFileSync(SITE, "utf8");
  const fill = (pattern: RegExp, line: string) => {
    if (!pattern.test(site)) throw new Error(`deploy/caddy/Caddyfile has no line like ${pattern}`);
    site = site.replace(pattern, line);
  };
  fill(/^calls\.example\.com \{$/m, `${url} {\n\tlog {\n\t\toutput file ${log}\n\t\tformat json\n\t}`);
  fill(/127\.0\.0\.1:8080 127\.0\.0\.1:8090/, apis.map((api) => new URL(api).host).join(" "));
  return site;
};

const recordedRequest = z.object({ status: z.number(), request: z.object({ method: z.string(), uri: z.string() }) });

const readLine = (line: string): AnsweredRequest => {
  const { status, request } = recordedRequest.parse(JSON.parse(line));
  return { status, method: request.method, path: new URL(request.uri, "http://site").pathname };
};
