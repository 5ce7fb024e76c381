import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { keepGoProgram } from "../../infra/local/go-program.ts";
import { startProcess } from "../../infra/local/local-process.ts";
import { findFreePort } from "../../infra/local/ports.ts";
import { digestOfSources } from "../harness/go-sources.ts";

const SOURCES = join(import.meta.dirname, "kube-server");
const TOKEN = "the-token-of-a-test";

/** A server of Kubernetes' API with its store, and nothing that would run what it is told. */
export interface KubernetesApi {
  /** By which helm reaches it, as its administrator. */
  kubeconfig: string;
  /** Asks it, and returns the status with what it says. */
  ask(method: string, path: string, body?: { type: string; text: string }): Promise<{ status: number; body: unknown }>;
  stop(): Promise<void>;
}

/** Starts kube-apiserver 1.34 and etcd, which Go builds the first time: that takes a quarter of an hour. */
export const startKubernetesApi = async (folder: string): Promise<KubernetesApi> => {
  mkdirSync(folder, { recursive: true });
  const program = await keepGoProgram(
    {
      command: "kube-server",
      version: digestOfSources(SOURCES),
      package: ".",
      moduleFolder: SOURCES,
      cgo: false,
      // Helm asks for it, and a build from the module proxy does not know it.
      variables: { "k8s.io/component-base/version.gitVersion": "v1.34.4" },
    },
    { onInstall: () => {} },
  );
  const etcd = await startEtcd(program, folder);
  const api = await startApi(program, { folder, etcd: etcd.url });
  const stop = async () => {
    await api.stop();
    await etcd.stop();
  };
  return { ...api, stop };
};

const startEtcd = async (program: string, folder: string) => {
  const port = await findFreePort();
  const peer = `http://127.0.0.1:${await findFreePort(new Set([port]))}`;
  const url = `http://127.0.0.1:${port}`;
  const running = await startProcess({
    name: "etcd",
    command: program,
    args: [
      ...["etcd", "--data-dir", join(folder, "etcd"), "--log-level", "warn"],
      ...["--listen-client-urls", url, "--advertise-client-urls", url],
      ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`],
    ],
    logFile: join(folder, "etcd.log"),
    isReady: async () => (await fetch(`${url}/health`)).ok,
  });
  return { ...running, url };
};

const startApi = async (program: string, { folder, etcd }: { folder: string; etcd: string }) => {
  const port = await findFreePort();
  const url = `https://127.0.0.1:${port}`;
  const key = join(folder, "accounts.key");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(join(folder, "tokens.csv"), `${TOKEN},operator,1,system:masters\n`);
  const certificate = join(folder, "certificates/apiserver.crt");
  const ask: KubernetesApi["ask"] = async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...(body && { "content-type": body.type }) },
      ...(body && { body: body.text }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  };
  const running = await startProcess({
    name: "kube-apiserver",
    command: program,
    args: [
      ...["apiserver", "--etcd-servers", etcd, "--bind-address", "127.0.0.1", "--secure-port", String(port)],
      ...["--cert-dir", join(folder, "certificates"), "--service-cluster-ip-range", "10.0.0.0/24"],
      ...["--service-account-issuer", "https://kubernetes.default.svc"],
      ...["--service-account-key-file", key, "--service-account-signing-key-file", key],
      ...["--token-auth-file", join(folder, "tokens.csv"), "--authorization-mode", "RBAC"],
      // No controller makes the accounts that pods would be given.
      ...["--disable-admission-plugins", "ServiceAccount"],
    ],
    logFile: join(folder, "api.log"),
    isReady: async () => {
      setDefaultCACertificates([...getCACertificates("default"), readFileSync(certificate, "utf8")]);
      return (await ask("GET", "/readyz")).status === 200;
    },
  });
  const kubeconfig = join(folder, "kubeconfig.json");
  writeFileSync(kubeconfig, JSON.stringify(buildKubeconfig(url, certificate)));
  return { ...running, kubeconfig, ask };
};

const buildKubeconfig = (server: string, certificate: string) => ({
  ...{ apiVersion: "v1", kind: "Config", "current-context": "test" },
  clusters: [{ name: "test", cluster: { server, "certificate-authority": certificate } }],
  users: [{ name: "operator", user: { token: TOKEN } }],
  contexts: [{ name: "test", context: { cluster: "test", user: "operator" } }],
});
