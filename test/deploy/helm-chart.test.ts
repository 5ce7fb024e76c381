import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { Ajv } from "ajv";
import { configSchema } from "../../infra/config/config-schema.ts";
import { SECRET_SETTINGS } from "../../infra/config/secret-settings.ts";
import { buildChartSchema, CHART_SCHEMA, SET_BY_CHART } from "../../scripts/chart-schema.ts";
import * as queues from "../../workflows/task-queues.ts";
import { chartTemplates, defaultValues, LEAST_VALUES, readChartFile, WHOLE_VALUES } from "./helm-chart.ts";

const root = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const schema = JSON.parse(buildChartSchema());
const templates = chartTemplates()
  .map(({ text }) => text)
  .join("\n");

const judge = new Ajv({ strict: false, formats: { uri: true, email: true } }).compile(schema);
/** As helm does: what is given replaces the default, folder by folder. */
const merged = (given: object, defaults: Record<string, unknown> = defaultValues()): Record<string, unknown> => {
  const both: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(given)) {
    const before = both[key];
    const nested = isRecord(value) && isRecord(before);
    both[key] = nested ? merged(value, before) : value;
  }
  return both;
};
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const faultsOf = (given: object): string[] => {
  judge(merged(given));
  return (judge.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, params["additionalProperty"]].filter(Boolean).join(" "),
  );
};
/** Every path of the default values, such as `worker.keda.enabled`. */
const pathsOf = (values: Record<string, unknown>, prefix = ""): string[] =>
  Object.entries(values).flatMap(([key, value]) => [
    `${prefix}${key}`,
    ...(isRecord(value) ? pathsOf(value, `${prefix}${key}.`) : []),
  ]);

describe("the Helm chart", () => {
  it("has a schema of its values that `npm run chart-schema` made from the configuration", () => {
    expect(read(CHART_SCHEMA)).toBe(buildChartSchema());
  });

  it("takes every setting of the configuration: as a value, from a Secret, or from the chart itself", () => {
    const settings = Object.keys(schema.properties.settings.properties);
    const all = [...settings, ...SECRET_SETTINGS, ...SET_BY_CHART];
    expect(all.toSorted()).toEqual(Object.keys(configSchema.shape).toSorted());
    for (const name of SECRET_SETTINGS)
      expect([name, templates.includes(`"${name}"`) || templates.includes(`key: ${name} `)]).toEqual([name, true]);
  });

  it("names only variables that the configuration knows", () => {
    const named = [...templates.matchAll(/"([A-Z][A-Z0-9]+_[A-Z0-9_]+)"|(?:key: |settings\.)([A-Z][A-Z0-9_]+)/g)];
    const names = new Set(named.map(([, quoted, used]) => quoted ?? used ?? ""));
    expect(names.size).toBeGreaterThan(15);
    expect([...names].filter((name) => name !== "XDG_CACHE_HOME" && !(name in configSchema.shape))).toEqual([]);
    const explained = [...readChartFile("values.yaml").matchAll(/\b([A-Z][A-Z0-9]+_[A-Z0-9_]+)\b/g)];
    expect(explained.map(([, name = ""]) => name).filter((name) => !(name in configSchema.shape))).toEqual([]);
  });

  it("uses each of its values, and none that it does not have", () => {
    const used = [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = ""]) => path);
    const known = pathsOf(defaultValues());
    const strange = used.filter((path) => !path.startsWith("settings.") && !known.includes(path));
    expect(strange).toEqual([]);
    const unused = Object.keys(defaultValues()).filter((key) => !used.some((path) => path.split(".")[0] === key));
    expect(unused).toEqual([]);
  });

  it("is of the version of the package", () => {
    const { version } = JSON.parse(read("package.json"));
    expect(readChartFile("Chart.yaml")).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
  });

  it("scales by queues of Temporal that there are", () => {
    const known = Object.values<unknown>({ ...queues });
    const named = [
      ...(templates + readChartFile("values.yaml")).matchAll(
        /"?\b(ringdown-(?:carriers|tools|replies|webhooks|follow-up|documents|media|media-browser))\b(?:"|:)/g,
      ),
    ];
    expect(named.length).toBeGreaterThan(7);
    expect(named.map(([, queue]) => queue).filter((queue) => !known.includes(queue))).toEqual([]);
  });

  it("accepts the least that must be written, and everything that can be", () => {
    expect(faultsOf(LEAST_VALUES)).toEqual([]);
    expect(faultsOf(WHOLE_VALUES)).toEqual([]);
  });

  it.each([
    ["nothing", {}, "must have required property 'PUBLIC_BASE_URL'"],
    [
      "a setting that there is not",
      { ...LEAST_VALUES, settings: { ...LEAST_VALUES.settings, PUBLIC_URL: "x" } },
      "PUBLIC_URL",
    ],
    [
      "a secret among the settings",
      { ...LEAST_VALUES, settings: { ...LEAST_VALUES.settings, ENCRYPTION_KEY: "a" } },
      "ENCRYPTION_KEY",
    ],
    [
      "a number beyond its limit",
      { ...LEAST_VALUES, settings: { ...LEAST_VALUES.settings, DRAIN_SECONDS: 301 } },
      "DRAIN_SECONDS must be <= 300",
    ],
    [
      "a word where a flag stands",
      { ...LEAST_VALUES, settings: { ...LEAST_VALUES.settings, MCP_LIVE: "maybe" } },
      "MCP_LIVE must be boolean",
    ],
    ["no Secret", { ...LEAST_VALUES, secrets: { settings: "", migrations: "m" } }, "/secrets/settings"],
    ["an ingress without a host", { ...LEAST_VALUES, ingress: { enabled: true } }, "/ingress/host"],
    ["a value that there is not", { ...LEAST_VALUES, replicas: 3 }, "replicas"],
  ])("refuses %s", (_, given, fault) => {
    expect(faultsOf(given).join("; ")).toContain(fault);
  });
});
