import { existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { findCacheFolder } from "../../infra/cache-folder.ts";
import { buildWithGo } from "../../infra/local/binary-install.ts";
import { runProgram } from "../../infra/pinned-package/run-program.ts";

/** Programs by which the files in `deploy/` are judged, and what a site runs beside the platform; Go builds each once for this user, by the checksums of Go's own database. */
const TOOLS = {
  helm: "helm.sh/helm/v3/cmd/helm@v3.22.0",
  "kube-score": "github.com/zegl/kube-score/cmd/kube-score@v1.20.0",
  promtool: "github.com/prometheus/prometheus/cmd/promtool@v0.316.0",
  caddy: "github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9",
  "temporal-server": "go.temporal.io/server/cmd/server@v1.29.1",
  "temporal-sql-tool": "go.temporal.io/server/cmd/tools/sql@v1.29.1",
  kubeconform: "github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0",
} as const;

/** Returns the path of a program. Rejects where Go or its module proxy is missing. */
export const resolveGoTool = async (tool: keyof typeof TOOLS): Promise<string> => {
  const goPackage = TOOLS[tool];
  const [path = "", version] = goPackage.split("@");
  const command = basename(path);
  const folder = join(findCacheFolder(process.env), `${tool}-${version}`);
  mkdirSync(findCacheFolder(process.env), { recursive: true });
  const program = join(folder, "bin", command);
  if (!existsSync(program)) await buildWithGo({ goPackage, command }, { folder, environment: process.env });
  return program;
};

/** Returns the folder of a module's files, fetched by Go, such as `k8s.io/kubernetes@v1.34.4`. */
export const fetchGoModule = async (module: string): Promise<string> => {
  const answer = await runProgram("go", ["mod", "download", "-json", module], { timeoutMs: 600_000 });
  const { Dir } = JSON.parse(answer);
  return String(Dir);
};
