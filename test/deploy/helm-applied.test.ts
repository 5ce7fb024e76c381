import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parseAllDocuments, stringify } from "yaml";
import { z } from "zod";
import { runProgram } from "../../infra/pinned-package/run-program.ts";
import { PATIENCE_MS } from "../harness/patience.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { resolveGoTool } from "./go-tools.ts";
import { CHART, LEAST_VALUES, WHOLE_VALUES } from "./helm-chart.ts";
import { type KubernetesApi, startKubernetesApi } from "./kubernetes-api.ts";
import { listDefinitionFiles } from "./kubernetes-schemas.ts";

/** `TEST_KUBE=1`: Go builds helm, kube-apiserver and etcd the first time, which takes a quarter of an hour. */
const asked = process.env["TEST_KUBE"] === "1";
if (!asked)
  process.stderr.write(
    "\n*** SKIPPED: the Helm chart applied to an API server: set TEST_KUBE=1, where Go and its proxy are\n\n",
  );

const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
type KubernetesObject = z.output<typeof objectSchema>;

const NAMESPACE = "calls";
const APPLY = "application/apply-patch+yaml";
const folder = mkdtempSync(join(tmpdir(), "ringdown-kube-"));
let helm: string;
let kubernetes: KubernetesApi;

beforeAll(async () => {
  if (!asked) return;
  helm = await resolveGoTool("helm");
  kubernetes = await startKubernetesApi(join(folder, "server"));
  // Pods of this namespace are refused unless they confine themselves as far as Kubernetes can say.
  const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
  await apply("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE, labels } });
  for (const file of await listDefinitionFiles()) await defineKind(parseAllDocuments(readFileSync(file, "utf8")));
}, 3_600_000);
afterAll(async () => {
  await kubernetes?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const defineKind = async (documents: readonly { toJS(): unknown }[]): Promise<void> => {
  for (const each of z.array(objectSchema).parse(documents.map((document) => document.toJS()).filter(Boolean))) {
    await apply(DEFINITIONS, each);
    const { name } = each.metadata;
    await waitUntil(`${name} is served`, async () =>
      isServed((await kubernetes.ask("GET", `${DEFINITIONS}/${name}`)).body),
    );
  }
};

const definition = z.object({
  status: z.object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })) }),
});
const isServed = (body: unknown): boolean =>
  definition
    .safeParse(body)
    .data?.status.conditions.some(({ type, status }) => type === "Established" && status === "True") ?? false;

/** Applies an object as `kubectl apply --server-side --validate=strict` does. */
const tryToApply = (collection: string, object: KubernetesObject, query = "") =>
  kubernetes.ask("PATCH", `${collection}/${object.metadata.name}?fieldManager=test&fieldValidation=Strict${query}`, {
    type: APPLY,
    text: JSON.stringify(object),
  });
const apply = async (collection: string, object: KubernetesObject): Promise<void> => {
  const { status, body } = await tryToApply(collection, object);
  if (status >= 300) throw new Error(`${object.kind} ${object.metadata.name}: ${JSON.stringify(body)}`);
};

const DRY = "&dryRun=All";

/** Returns where objects of a kind are, by what the server says of itself. */
const collectionOf = async ({ apiVersion, kind }: KubernetesObject): Promise<string> => {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { body } = await kubernetes.ask("GET", root);
  const { resources } = z.object({ resources: z.array(z.object({ kind: z.string(), name: z.string() })) }).parse(body);
  const plural = resources.find((each) => each.kind === kind && !each.name.includes("/"))?.name;
  return `${root}/namespaces/${NAMESPACE}/${plural}`;
};

const template = async (values: object): Promise<KubernetesObject[]> => {
  const text = await runProgram(
    helm,
    ["template", "calls", CHART, "--namespace", NAMESPACE, "--kube-version", "1.34.4", "--values", valuesFile(values)],
    { timeoutMs: PATIENCE_MS },
  );
  return z.array(objectSchema).parse(
    parseAllDocuments(text)
      .map((document): unknown => document.toJS())
      .filter(Boolean),
  );
};
const valuesFile = (values: object): string => {
  const file = join(folder, "values.yaml");
  writeFileSync(file, stringify(values));
  return file;
};

const podTemplate = z.object({
  template: z.object({ metadata: z.looseObject({}), spec: z.looseObject({}) }),
});

const judged = asked ? describe : describe.skip;
judged("the Helm chart on an API server of Kubernetes", () => {
  it.each([
    ["least", LEAST_VALUES],
    ["whole", WHOLE_VALUES],
  ] as const)("has objects that the server accepts, with no field that it does not know: %s", async (_, values) => {
    const refused: unknown[] = [];
    const objects = await template(values);
    for (const object of objects) {
      const { status, body } = await tryToApply(await collectionOf(object), object, DRY);
      if (status >= 300) refused.push([object.kind, object.metadata.name, body]);
    }
    expect(refused).toEqual([]);
    expect(objects.length).toBeGreaterThan(8);
  });

  it("is refused where a field is misspelled", async () => {
    const [budget] = (await template(LEAST_VALUES)).filter(({ kind }) => kind === "PodDisruptionBudget");
    if (!budget) throw new Error("the chart has no PodDisruptionBudget");
    const misspelled = { ...budget, spec: { maxUnavailble: 1 } };
    const { status, body } = await tryToApply(await collectionOf(budget), misspelled, DRY);
    expect([status >= 400, JSON.stringify(body)]).toEqual([true, expect.stringContaining("maxUnavailble")]);
  });

  it("has pods that a namespace takes which takes confined ones alone", async () => {
    const objects = await template(WHOLE_VALUES);
    const pods = objects.flatMap((object) => {
      const { success, data } = podTemplate.safeParse(object["spec"]);
      const { name } = object.metadata;
      return success ? [{ apiVersion: "v1", kind: "Pod", ...data.template, metadata: { name } }] : [];
    });
    const pod = (each: KubernetesObject) => tryToApply(`/api/v1/namespaces/${NAMESPACE}/pods`, each, DRY);
    expect(pods).toHaveLength(4);
    for (const each of pods) expect([each.metadata.name, (await pod(each)).status]).toEqual([each.metadata.name, 201]);
    // The judge is awake.
    const [loose] = pods.map((each) => ({ ...each, spec: { ...each.spec, hostNetwork: true } }));
    expect(loose && (await pod(loose)).status).toBe(403);
  });

  it("is installed by helm, upgraded and removed", async () => {
    const run = (...args: string[]) =>
      runProgram(helm, [...args, "--namespace", NAMESPACE, "--kubeconfig", kubernetes.kubeconfig], {
        timeoutMs: PATIENCE_MS,
      });
    const names = async (path: string) => {
      const { body } = await kubernetes.ask("GET", path);
      return z
        .object({ items: z.array(objectSchema.pick({ metadata: true })) })
        .parse(body)
        .items.map(({ metadata }) => metadata.name);
    };
    const deployments = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
    // Nothing runs pods here, so that the hook's job would be waited for in vain.
    await run("install", "calls", CHART, "--no-hooks", "--values", valuesFile(LEAST_VALUES));
    expect(await names(deployments)).toEqual(["calls-ringdown-api", "calls-ringdown-worker"]);
    await run("upgrade", "calls", CHART, "--no-hooks", "--values", valuesFile(WHOLE_VALUES));
    expect(await names(deployments)).toEqual(["calls-ringdown-api", "calls-ringdown-media", "calls-ringdown-worker"]);
    expect(await names(`/apis/keda.sh/v1alpha1/namespaces/${NAMESPACE}/scaledobjects`)).toHaveLength(2);
    await run("uninstall", "calls", "--no-hooks");
    expect(await names(deployments)).toEqual([]);
  });
});
