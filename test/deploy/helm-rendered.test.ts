import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parse, parseAllDocuments, stringify } from "yaml";
import { z } from "zod";
import { runProgram } from "../../infra/pinned-package/run-program.ts";
import { buildMonitoring } from "../../scripts/dashboards.ts";
import { PATIENCE_MS } from "../harness/patience.ts";
import { resolveGoTool } from "./go-tools.ts";
import { CHART, LEAST_VALUES, WHOLE_VALUES } from "./helm-chart.ts";
import { writeKubernetesSchemas } from "./kubernetes-schemas.ts";

/** `TEST_HELM=1`: Go builds helm and kubeconform the first time, which takes minutes, and fetches the sources of Kubernetes. */
const asked = process.env["TEST_HELM"] === "1";
if (!asked)
  process.stderr.write(
    "\n*** SKIPPED: the Helm chart as helm renders it: set TEST_HELM=1, where Go and its proxy are\n\n",
  );

const podSchema = z.object({
  serviceAccountName: z.string().optional(),
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number().min(1),
    seccompProfile: z.object({ type: z.literal("RuntimeDefault") }),
  }),
  volumes: z.array(z.looseObject({ name: z.string() })),
  containers: z.tuple([
    z.object({
      name: z.string(),
      image: z.string(),
      command: z.array(z.string()),
      env: z.array(z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() })),
      resources: z.object({
        requests: z.object({ cpu: z.string(), memory: z.string() }),
        limits: z.object({ memory: z.string() }),
      }),
      securityContext: z.object({
        allowPrivilegeEscalation: z.literal(false),
        privileged: z.literal(false),
        readOnlyRootFilesystem: z.literal(true),
        capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
      }),
      startupProbe: z.unknown().optional(),
      readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
      livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
      volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() })),
    }),
  ]),
});
const objectSchema = z.looseObject({
  kind: z.string(),
  metadata: z.object({
    name: z.string(),
    labels: z.record(z.string(), z.string()),
    annotations: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.looseObject({}).optional(),
});
type KubernetesObject = z.output<typeof objectSchema>;

const folder = mkdtempSync(join(tmpdir(), "ringdown-chart-"));
let helm: string;
beforeAll(async () => {
  if (asked) helm = await resolveGoTool("helm");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const templateArguments = (values: object): string[] => {
  const file = join(folder, "values.yaml");
  writeFileSync(file, stringify(values));
  return ["template", "calls", CHART, "--namespace", "calls", "--kube-version", "1.34.0", "--values", file];
};
const template = async (values: object): Promise<{ text: string; objects: KubernetesObject[] }> => {
  const text = await runProgram(helm, templateArguments(values), { timeoutMs: PATIENCE_MS });
  const documents = parseAllDocuments(text).map((document): unknown => document.toJS());
  return { text, objects: z.array(objectSchema).parse(documents.filter(Boolean)) };
};
/** What helm says to values that it does not take. */
const refusalOf = (values: object): string => {
  const { status, stderr } = spawnSync(helm, templateArguments(values), { encoding: "utf8" });
  expect(status).toBe(1);
  return stderr;
};
const podOf = (objects: readonly KubernetesObject[], name: string) => {
  const found = objects.find(({ kind, metadata }) => /^(Deployment|Job)$/.test(kind) && metadata.name === name);
  return z
    .object({
      template: z.object({ spec: podSchema, metadata: z.object({ labels: z.record(z.string(), z.string()) }) }),
    })
    .parse(found?.spec).template;
};
const namesOf = (objects: readonly KubernetesObject[], kind: string) =>
  objects.flatMap((each) => (each.kind === kind ? [each.metadata.name] : [])).toSorted();
const valueOf = (pod: z.output<typeof podSchema>, name: string) =>
  pod.containers[0].env.find((each) => each.name === name)?.value;

const judged = asked ? it : it.skip;
describe("the Helm chart as helm renders it", () => {
  judged("passes helm's own lint", async () => {
    const file = join(folder, "lint.yaml");
    writeFileSync(file, stringify(WHOLE_VALUES));
    expect(
      await runProgram(helm, ["lint", "--strict", CHART, "--values", file, "--kube-version", "1.34.0"], {
        timeoutMs: PATIENCE_MS,
      }),
    ).toContain("0 chart(s) failed");
  });

  judged("is refused by helm without what must be set", () => {
    expect(refusalOf({})).toMatch(/missing properties 'PUBLIC_BASE_URL', 'TEMPORAL_ADDRESS'/);
  });

  judged.each([
    ["least", LEAST_VALUES],
    ["whole", WHOLE_VALUES],
  ] as const)(
    "has objects that Kubernetes' own schemas accept, with no field that they do not name: %s",
    async (name, values) => {
      const kubeconform = await resolveGoTool("kubeconform");
      const location = await writeKubernetesSchemas(join(folder, "schemas"));
      const file = join(folder, `${name}.yaml`);
      const { text, objects } = await template(values);
      writeFileSync(file, text);
      const report = JSON.parse(
        await runProgram(kubeconform, ["-strict", "-summary", "-output", "json", "-schema-location", location, file], {
          timeoutMs: PATIENCE_MS,
        }),
      );
      expect(report).toMatchObject({ summary: { valid: objects.length, invalid: 0, errors: 0, skipped: 0 } });
      // The judge is awake: a misspelled field is a fault.
      writeFileSync(file, text.replace("maxUnavailable: 1", "maxUnavailble: 1"));
      await expect(
        runProgram(kubeconform, ["-strict", "-schema-location", location, file], { timeoutMs: PATIENCE_MS }),
      ).rejects.toThrow(/maxUnavailble/);
    },
  );

  judged("follows what kube-score recommends, but for three things", async () => {
    const kubeScore = await resolveGoTool("kube-score");
    const file = join(folder, "scored.yaml");
    writeFileSync(file, (await template(WHOLE_VALUES)).text);
    const kept = [
      // A processor's limit makes sound stutter; memory and files have one.
      "--ignore-container-cpu-limit",
      // The image's own user, who is none of a node's.
      ...["--ignore-test", "container-security-context-user-group-id"],
      // A version or a digest names one image for ever.
      ...["--ignore-test", "container-image-pull-policy"],
    ];
    const args = ["score", file, "--output-format", "ci", ...kept];
    const said = await runProgram(kubeScore, args, { timeoutMs: PATIENCE_MS });
    expect(said.split("\n").filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line))).toEqual([]);
    const strict = spawnSync(kubeScore, ["score", file, "--output-format", "ci"], { encoding: "utf8" });
    expect(strict.stdout).toContain("[CRITICAL] calls-ringdown-api apps/v1/Deployment: (api) CPU limit is not set");
  });

  judged("has each part once, its budget, its policy, and what scales it", async () => {
    const { objects } = await template(WHOLE_VALUES);
    expect(namesOf(objects, "Deployment")).toEqual([
      "calls-ringdown-api",
      "calls-ringdown-media",
      "calls-ringdown-worker",
    ]);
    expect(namesOf(objects, "PodDisruptionBudget")).toEqual(namesOf(objects, "Deployment"));
    expect(namesOf(objects, "NetworkPolicy")).toEqual([
      "calls-ringdown-api",
      "calls-ringdown-media",
      "calls-ringdown-migrate",
      "calls-ringdown-worker",
    ]);
    expect(namesOf(objects, "HorizontalPodAutoscaler")).toEqual(["calls-ringdown-api"]);
    expect(namesOf(objects, "ScaledObject")).toEqual(["calls-ringdown-media", "calls-ringdown-worker"]);
    expect(namesOf(objects, "PodMonitor")).toEqual(namesOf(objects, "Deployment"));
    expect(namesOf(objects, "PrometheusRule")).toEqual(["calls-ringdown"]);
    expect(namesOf(objects, "ConfigMap")).toEqual(["calls-ringdown-calls", "calls-ringdown-parts"]);
    const scaled = objects
      .filter(({ kind }) => kind === "Deployment")
      .filter(({ spec }) => spec && !("replicas" in spec));
    expect(scaled).toHaveLength(3);
    const small = (await template(LEAST_VALUES)).objects;
    expect(namesOf(small, "Deployment")).toEqual(["calls-ringdown-api", "calls-ringdown-worker"]);
    expect([
      ...namesOf(small, "ScaledObject"),
      ...namesOf(small, "HorizontalPodAutoscaler"),
      ...namesOf(small, "Ingress"),
      ...["PodMonitor", "PrometheusRule", "ConfigMap"].flatMap((kind) => namesOf(small, kind)),
    ]).toEqual([]);
  });

  judged("hands every alert and dashboard on as it is", async () => {
    const { objects } = await template(WHOLE_VALUES);
    const rules = buildMonitoring();
    expect(objects.find(({ kind }) => kind === "PrometheusRule")?.spec).toEqual(
      parse(rules["deploy/monitoring/alerts.yaml"] ?? ""),
    );
    const dashboards = objects.filter(({ kind }) => kind === "ConfigMap").map(({ data }) => data);
    expect(dashboards).toEqual(
      ["ringdown-calls.json", "ringdown-parts.json"].map((file) => ({
        [file]: (rules[`deploy/monitoring/${file}`] ?? "").trimEnd(),
      })),
    );
  });

  judged("refuses to scrape workers that nobody may reach", () => {
    expect(refusalOf({ ...LEAST_VALUES, monitoring: { podMonitor: { enabled: true } } })).toContain(
      "say in networkPolicies.metricsFrom where Prometheus is",
    );
  });

  judged("lets the migrations run before anything else, alone with the login that owns the tables", async () => {
    const { objects } = await template(WHOLE_VALUES);
    const job = objects.find(({ kind }) => kind === "Job");
    expect(job?.metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
    const holders = [
      "calls-ringdown-migrate",
      "calls-ringdown-api",
      "calls-ringdown-worker",
      "calls-ringdown-media",
    ].filter((name) =>
      podOf(objects, name).spec.containers[0].env.some((each) => each.name === "DATABASE_MIGRATIONS_URL"),
    );
    expect(holders).toEqual(["calls-ringdown-migrate"]);
    // Nothing that the hook needs is made after it.
    expect(podOf(objects, "calls-ringdown-migrate").spec.serviceAccountName).toBeUndefined();
  });

  judged.each(["api", "worker", "media", "migrate"])(
    "confines %s as Docker Compose does, and writes nowhere but into /tmp",
    async (part) => {
      const { objects } = await template(WHOLE_VALUES);
      const [container] = podOf(objects, `calls-ringdown-${part}`).spec.containers;
      const writable = container.volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath);
      expect(writable).toEqual(part === "media" ? ["/tmp", "/cache"] : ["/tmp"]);
      expect(container.image).toBe(`ringdown@sha256:${"ab".repeat(32)}`);
      const probes = [container.livenessProbe?.httpGet.path, container.readinessProbe?.httpGet.path];
      expect(probes).toEqual(part === "migrate" ? [undefined, undefined] : ["/livez", "/readyz"]);
      const twice = container.env.map(({ name }) => name).filter((name, index, all) => all.indexOf(name) !== index);
      expect(twice).toEqual([]);
    },
  );

  judged("waits at the end for longer than the API drains", async () => {
    const grace = async (values: object) => podOf((await template(values)).objects, "calls-ringdown-api").spec;
    const usual = await grace(LEAST_VALUES);
    const long = await grace(WHOLE_VALUES);
    expect([valueOf(usual, "DRAIN_SECONDS"), usual.terminationGracePeriodSeconds]).toEqual(["10", 45]);
    expect([valueOf(long, "DRAIN_SECONDS"), long.terminationGracePeriodSeconds]).toEqual(["20", 55]);
  });

  judged("writes settings as the configuration reads them, large numbers whole", async () => {
    const { spec } = podOf((await template(WHOLE_VALUES)).objects, "calls-ringdown-worker");
    expect(
      ["UPLOAD_BYTES_PER_ORGANIZATION", "OTEL_TRACES_SAMPLER_ARG", "SIGNUP_ENABLED", "TRUST_PROXY"].map((name) =>
        valueOf(spec, name),
      ),
    ).toEqual(["1073741824", "0.01", "false", "1"]);
  });

  judged("chooses its pods by labels that they have", async () => {
    const { objects } = await template(WHOLE_VALUES);
    for (const name of ["calls-ringdown-api", "calls-ringdown-worker", "calls-ringdown-media"]) {
      const { labels } = podOf(objects, name).metadata;
      const chosen = z.object({ selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) });
      for (const kind of ["Deployment", "PodDisruptionBudget"])
        expect(labels).toMatchObject(
          chosen.parse(objects.find((each) => each.kind === kind && each.metadata.name === name)?.spec).selector
            .matchLabels,
        );
    }
  });

  judged("refuses two that would both set the number of workers", () => {
    const both = { ...LEAST_VALUES, worker: { keda: { enabled: true }, autoscaling: { enabled: true } } };
    expect(refusalOf(both)).toMatch(/worker\.keda\.enabled and worker\.autoscaling\.enabled: choose one/);
  });
});
