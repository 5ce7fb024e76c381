import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type RunningProcess, startProcess } from "../../../infra/local/local-process.ts";
import { findFreePort } from "../../../infra/local/ports.ts";
import { PATIENCE_MS } from "../patience.ts";
import { installElasticsearch } from "./install-elasticsearch.ts";

export interface RunningElasticsearch extends RunningProcess {
  /** http://127.0.0.1:PORT */
  url: string;
}

interface NodeOptions {
  dir: string;
  heapMb?: number;
  /** Compiles what it runs quickly rather than well: in a minute the other way takes more time than it saves. */
  isShortLived?: boolean;
}

/** Starts one real node on loopback, alone in its cluster, with what it holds in `dir`. */
export const startElasticsearch = async ({
  dir,
  heapMb = 384,
  isShortLived = false,
}: NodeOptions): Promise<RunningElasticsearch> => {
  const home = await installElasticsearch();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const temporary = join(dir, "tmp");
  mkdirSync(temporary, { recursive: true });
  const running = await startProcess({
    name: "Elasticsearch",
    command: "java",
    args: [
      ...machineArguments({ home, heapMb, isShortLived, temporary }),
      "TestNode",
      home,
      ...nodeSettings(dir, port),
    ],
    logFile: join(dir, "elasticsearch.log"),
    isReady: async () => /green|yellow/.test(await (await fetch(`${url}/_cat/health?h=status`)).text()),
    readyTimeoutMs: PATIENCE_MS,
    stopTimeoutMs: 5_000,
  });
  return { ...running, url };
};

interface MachineOptions extends Required<Omit<NodeOptions, "dir">> {
  home: string;
  temporary: string;
}

const machineArguments = ({ home, heapMb, isShortLived, temporary }: MachineOptions) => [
  ...[`-Xms${heapMb}m`, `-Xmx${heapMb}m`, "-XX:+UseSerialGC", `-XX:TieredStopAtLevel=${isShortLived ? 1 : 4}`],
  ...[`-Des.path.home=${home}`, `-Des.path.conf=${join(home, "config")}`, "-Des.distribution.type=tar"],
  ...[`-Djava.io.tmpdir=${temporary}`, "-Dlog4j2.disable.jmx=true", "-Dlog4j.shutdownHookEnabled=false"],
  ...["--add-opens=java.base/java.io=ALL-UNNAMED", "--module-path", join(home, "lib")],
  ...["--add-modules=jdk.net,ALL-MODULE-PATH", "-cp", join(home, "classes")],
];

/** A killed node loses nothing that a test reads afterwards. */
const nodeSettings = (dir: string, port: number) => [
  ...["cluster.name=ringdown-test", "node.name=test", "discovery.type=single-node", "network.host=127.0.0.1"],
  ...[`http.port=${port}`, "transport.port=0", `path.data=${join(dir, "data")}`, `path.logs=${join(dir, "logs")}`],
  "cluster.routing.allocation.disk.threshold_enabled=false",
];
