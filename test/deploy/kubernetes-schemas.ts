import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { fetchGoModule } from "./go-tools.ts";

const KUBERNETES = "k8s.io/kubernetes@v1.34.4";
const PROMETHEUS = "github.com/prometheus-operator/prometheus-operator@v0.85.0";
/** Kinds that are no part of Kubernetes, by the files in which their makers define them. */
const DEFINITIONS = [
  ["github.com/kedacore/keda/v2@v2.21.0", "config/crd/bases/keda.sh_scaledobjects.yaml"],
  [PROMETHEUS, "example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml"],
  [PROMETHEUS, "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml"],
] as const;

/** Returns the files that define kinds which are no part of Kubernetes. */
export const listDefinitionFiles = (): Promise<string[]> =>
  Promise.all(DEFINITIONS.map(async ([module, file]) => join(await fetchGoModule(module), file)));

type Schema = Record<string, unknown>;

/**
 * Writes the schemas of every kind that the chart has, as kubeconform looks for them, from the sources of Kubernetes, KEDA and Prometheus' operator, strictly:
 * a field that the schema does not name is a fault. Returns where they are, as `-schema-location` takes it.
 */
export const writeKubernetesSchemas = async (folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  const kubernetes = await fetchGoModule(KUBERNETES);
  const { definitions } = JSON.parse(readFileSync(join(kubernetes, "api/openapi-spec/swagger.json"), "utf8"));
  const strictly = Object.fromEntries(
    Object.entries<Schema>(definitions).map(([name, definition]) => [name, strict(definition)]),
  );
  for (const [name, definition] of Object.entries<Schema>(strictly)) {
    const kinds = definition["x-kubernetes-group-version-kind"];
    if (!Array.isArray(kinds) || kinds.length !== 1) continue;
    const [{ group, version, kind }] = kinds;
    write(folder, { group, version, kind }, { $ref: `#/definitions/${name}`, definitions: strictly });
  }
  for (const [module, file] of DEFINITIONS) {
    const { spec } = parse(readFileSync(join(await fetchGoModule(module), file), "utf8"));
    const [version] = spec.versions;
    const names = { group: spec.group, version: version.name, kind: spec.names.kind };
    write(folder, names, strict(version.schema.openAPIV3Schema));
  }
  return join(folder, "{{ .ResourceKind }}{{ .KindSuffix }}.json");
};

const KINDS = [
  ...["deployment", "service", "serviceaccount", "job", "ingress", "networkpolicy", "poddisruptionbudget"],
  ...["horizontalpodautoscaler", "scaledobject", "configmap", "podmonitor", "prometheusrule"],
];

const write = (folder: string, names: { group: string; version: string; kind: string }, schema: Schema) => {
  const kind = names.kind.toLowerCase();
  if (!KINDS.includes(kind)) return;
  const group = names.group === "" ? "" : `-${names.group.split(".")[0]}`;
  writeFileSync(join(folder, `${kind}${group}-${names.version}.json`), JSON.stringify(schema));
};

/** The same schema, in which no other fields are allowed, and whose words of OpenAPI are those of JSON Schema. */
const strict = (value: unknown): Schema => closed(value) as Schema;
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const schema: Schema = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
  if (schema["format"] === "int-or-string" || schema["x-kubernetes-int-or-string"] === true)
    return { oneOf: [{ type: "string" }, { type: "integer" }] };
  const described = String(schema["description"] ?? "");
  if (schema["type"] === "string" && described.startsWith("Quantity is a fixed-point"))
    return { type: ["string", "number"] };
  const open = "additionalProperties" in schema || schema["x-kubernetes-preserve-unknown-fields"] === true;
  return schema["type"] === "object" && "properties" in schema && !open
    ? { ...schema, additionalProperties: false }
    : schema;
};
