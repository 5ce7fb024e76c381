import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { AgentDefinition, AgentEdge, AgentNode } from "../../../domain/agent/agent-definition.ts";
import { checkDefinition, cleanDefinition, withoutTriggerPaths } from "../../../domain/agent/check-definition.ts";
import { edgeProperties, findNodeSpecification, nodeCatalogue } from "../../../domain/agent/node-catalogue.ts";
import { minimalDefinition, triggeredDefinition } from "../../factories/agents.ts";

/** The data of a node by type, besides its name. */
const own: Record<string, Record<string, unknown>> = {
  trigger: {},
  webhook: { endpoint_url: "https://example.com/calls" },
  qa: { qa_system_prompt: "A good call is short." },
};
const node = (id: string, type: string, data: Record<string, unknown> = {}): AgentNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { name: id, ...(own[type] ?? { prompt: "Speak." }), ...data },
});
const edge = (source: string, target: string, label = `to ${target}`): AgentEdge => ({
  id: `${source}>${target}>${label}`,
  source,
  target,
  data: { label, condition: "Always." },
});
const mintPath = () => "minted";

/**
 * Definitions that can take calls, by construction: every step hangs on an earlier one, then come edges between
 * steps at will (loops too), last the ends and the nodes without edges.
 */
const validDefinition: fc.Arbitrary<AgentDefinition> = fc
  .record({
    parents: fc.array(fc.nat(), { maxLength: 8 }),
    loops: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }),
    ends: fc.array(fc.nat(), { maxLength: 4 }),
    extras: fc.subarray(["globalNode", "trigger", "webhook", "qa"]),
  })
  .map(({ parents, loops, ends, extras }) => {
    const steps = ["start", ...parents.map((_parent, index) => `step${index}`)];
    const pick = (index: number) => steps[index % steps.length] ?? "start";
    const tree = parents.map((parent, index) => edge(steps[parent % (index + 1)] ?? "start", `step${index}`));
    const back = loops.flatMap(([from, to], index) =>
      pick(to) === "start" ? [] : [edge(pick(from), pick(to), `again ${index}`)],
    );
    const leave = ends.map((from, index) => edge(pick(from), `end${index}`));
    return {
      nodes: [
        node("start", "startCall"),
        ...parents.map((_parent, index) => node(`step${index}`, "agentNode")),
        ...ends.map((_end, index) => node(`end${index}`, "endCall")),
        ...extras.map((type) => node(type, type)),
      ],
      edges: [...tree, ...back, ...leave],
    };
  });

describe("a definition", () => {
  it("made of reachable steps has no fault", () => {
    fc.assert(fc.property(validDefinition, (definition) => expect(checkDefinition(definition)).toEqual([])));
  });

  it.each([
    [{ pre_call_fetch_enabled: true, pre_call_fetch_mode: "disabled" }, { pre_call_fetch_mode: "always" }],
    [{ pre_call_fetch_enabled: true, pre_call_fetch_mode: "inbound" }, { pre_call_fetch_mode: "inbound" }],
    [{ pre_call_fetch_enabled: false, pre_call_fetch_mode: "outbound" }, { pre_call_fetch_mode: "outbound" }],
  ])("with the older spelling %j keeps %j", (data, kept) => {
    const definition = { nodes: [node("start", "startCall", data)], edges: [] };
    expect(cleanDefinition(definition, mintPath).nodes[0]?.data).toEqual({ name: "start", prompt: "Speak.", ...kept });
  });

  it("keeps having none when it is cleaned, and cleaning it again changes nothing", () => {
    fc.assert(
      fc.property(validDefinition, (definition) => {
        const clean = cleanDefinition(definition, mintPath);
        expect(checkDefinition(clean)).toEqual([]);
        expect(cleanDefinition(clean, () => "another")).toEqual(clean);
      }),
    );
  });

  it("with any data has faults, or none, but never breaks the check; what is kept is described", () => {
    const data = fc.dictionary(
      fc.oneof(
        fc.constantFrom(...nodeCatalogue.flatMap(({ properties }) => properties.map(({ name }) => name))),
        fc.string(),
      ),
      fc.jsonValue().map((value) => value as unknown),
    );
    const types = fc.constantFrom(...nodeCatalogue.map(({ name }) => name));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(types, data), { maxLength: 5 }),
        fc.array(data, { maxLength: 5 }),
        (nodes, edges) => {
          const definition = {
            nodes: nodes.map(([type, values], index) => ({
              id: `${index}`,
              type,
              position: { x: 0, y: 0 },
              data: values,
            })),
            edges: edges.map((values, index) => ({ id: `${index}`, source: "0", target: `${index}`, data: values })),
          };
          expect(Array.isArray(checkDefinition(definition))).toBe(true);
          const clean = cleanDefinition(definition, mintPath);
          for (const { type, data: kept } of clean.nodes) {
            const known = findNodeSpecification(type)?.properties.map(({ name }) => name) ?? [];
            expect(Object.keys(kept).filter((key) => !known.includes(key))).toEqual([]);
          }
          const known = edgeProperties.map(({ name }) => name);
          for (const { data: kept } of clean.edges)
            expect(Object.keys(kept).filter((key) => !known.includes(key))).toEqual([]);
        },
      ),
    );
  });
});

describe("a fault is found", () => {
  /** Each turns any valid definition into one with a fault at the place it names. */
  const sabotages: Record<
    string,
    { spoil: (definition: AgentDefinition) => AgentDefinition; kind: string; id: string | null; field?: string }
  > = {
    "no start": {
      spoil: (d) => ({ ...d, nodes: d.nodes.filter(({ id }) => id !== "start") }),
      kind: "workflow",
      id: null,
    },
    "two starts": {
      spoil: (d) => ({ ...d, nodes: [...d.nodes, node("start2", "startCall")] }),
      kind: "workflow",
      id: null,
    },
    "an edge into the start": { spoil: (d) => withStep(d, [edge("new", "start")]), kind: "node", id: "start" },
    "a step without an edge into it": {
      spoil: (d) => ({ ...d, nodes: [...d.nodes, node("new", "agentNode")] }),
      kind: "node",
      id: "new",
    },
    "an end without an edge into it": {
      spoil: (d) => ({ ...d, nodes: [...d.nodes, node("new", "endCall")] }),
      kind: "node",
      id: "new",
    },
    "an edge out of an end": {
      spoil: (d) => ({
        nodes: [...d.nodes, node("new", "endCall")],
        edges: [...d.edges, edge("start", "new"), edge("new", "new")],
      }),
      kind: "node",
      id: "new",
    },
    "an island": {
      spoil: (d) => ({
        nodes: [...d.nodes, node("a", "agentNode"), node("b", "agentNode")],
        edges: [...d.edges, edge("a", "b"), edge("b", "a")],
      }),
      kind: "node",
      id: "b",
    },
    "an edge from nowhere": {
      spoil: (d) => withStep(d, [{ ...edge("gone", "new"), id: "e" }]),
      kind: "edge",
      id: "e",
      field: "source",
    },
    "a step that only an edge from nowhere leads to": {
      spoil: (d) => ({ nodes: [...d.nodes, node("new", "agentNode")], edges: [...d.edges, edge("gone", "new")] }),
      kind: "node",
      id: "new",
    },
    "an edge to nowhere": {
      spoil: (d) => withStep(d, [{ ...edge("new", "gone"), id: "e" }]),
      kind: "edge",
      id: "e",
      field: "target",
    },
    "an edge without a label": {
      spoil: (d) => withStep(d, [{ ...edge("new", "new"), id: "e", data: { label: " ", condition: "x" } }]),
      kind: "edge",
      id: "e",
      field: "data.label",
    },
    "an edge without a condition": {
      spoil: (d) => withStep(d, [{ ...edge("new", "new"), id: "e", data: { label: "x", condition: null } }]),
      kind: "edge",
      id: "e",
      field: "data.condition",
    },
    "two edges with one label": {
      spoil: (d) => withStep(d, [edge("new", "new", "Say yes"), { ...edge("new", "new", "say YES "), id: "e" }]),
      kind: "edge",
      id: "e",
      field: "data.label",
    },
    "two global nodes": {
      spoil: (d) => ({ ...d, nodes: [...d.nodes, node("g1", "globalNode"), node("g2", "globalNode")] }),
      kind: "workflow",
      id: null,
    },
    "two triggers": {
      spoil: (d) => ({ ...d, nodes: [...d.nodes, node("t1", "trigger"), node("t2", "trigger")] }),
      kind: "workflow",
      id: null,
    },
    "an edge at a webhook": {
      spoil: (d) => ({ nodes: [...d.nodes, node("new", "webhook")], edges: [...d.edges, edge("start", "new")] }),
      kind: "node",
      id: "new",
    },
    "a type that nobody knows": {
      spoil: (d) => ({ ...d, nodes: [...d.nodes, node("new", "tuner")] }),
      kind: "node",
      id: "new",
      field: "type",
    },
    "a repeated node id": {
      spoil: (d) => ({ ...d, nodes: [...d.nodes, node("start", "qa")] }),
      kind: "node",
      id: "start",
      field: "id",
    },
    "a repeated edge id": {
      spoil: (d) =>
        withStep(
          d,
          ["x", "y"].map((label) => ({ ...edge("new", "new", label), id: "e" })),
        ),
      kind: "edge",
      id: "e",
      field: "id",
    },
  };
  const withStep = (definition: AgentDefinition, edges: AgentEdge[]): AgentDefinition => ({
    nodes: [...definition.nodes, node("new", "agentNode")],
    edges: [...definition.edges, edge("start", "new"), ...edges],
  });

  it.each(Object.entries(sabotages))("%s", (_name, { spoil, kind, id, field = null }) => {
    fc.assert(
      fc.property(validDefinition, (definition) =>
        expect(checkDefinition(spoil(definition))).toContainEqual({ kind, id, field, message: expect.any(String) }),
      ),
      { numRuns: 25 },
    );
  });

  it.each([
    ["prompt", "startCall", { prompt: "  " }, "data.prompt"],
    ["prompt of 100,001 characters", "agentNode", { prompt: "x".repeat(100_001) }, "data.prompt"],
    ["text that is no text", "startCall", { greeting: 7 }, "data.greeting"],
    ["boolean that is a word", "startCall", { allow_interrupt: "yes" }, "data.allow_interrupt"],
    ["delay below its limit", "startCall", { delayed_start_duration: 0.05 }, "data.delayed_start_duration"],
    ["delay above its limit", "startCall", { delayed_start_duration: 10.5 }, "data.delayed_start_duration"],
    ["option that is none", "startCall", { greeting_type: "song" }, "data.greeting_type"],
    ["sample of nothing", "qa", { qa_sample_rate: 0 }, "data.qa_sample_rate"],
    ["path with a slash", "trigger", { trigger_path: "a/b" }, "data.trigger_path"],
    ["path with a line break", "trigger", { trigger_path: "ab\n" }, "data.trigger_path"],
    ["path of 37 characters", "trigger", { trigger_path: "x".repeat(37) }, "data.trigger_path"],
    ["address that is none", "webhook", { endpoint_url: "file:///etc/passwd" }, "data.endpoint_url"],
    ["list that is none", "startCall", { tool_uuids: "one" }, "data.tool_uuids"],
    ["reference that is none", "startCall", { tool_uuids: [1] }, "data.tool_uuids"],
    ["row that is none", "webhook", { custom_headers: ["Authorization"] }, "data.custom_headers"],
    [
      "row without its name",
      "startCall",
      { extraction_variables: [{ name: "age" }, { type: "number" }] },
      "data.extraction_variables.1.name",
    ],
    [
      "row of another type",
      "startCall",
      { extraction_variables: [{ name: "age", type: "date" }] },
      "data.extraction_variables.0.type",
    ],
  ])("in a %s", (_what, type, data, field) => {
    const definition = minimalDefinition();
    const spoiled =
      type === "startCall" ? definition.nodes.filter((other) => other.type !== "startCall") : definition.nodes;
    const errors = checkDefinition({ ...definition, nodes: [...spoiled, node("spoiled", type, data)] });
    expect(errors).toContainEqual({ kind: "node", id: "spoiled", field, message: expect.any(String) });
  });

  it("when there is too much of it", () => {
    const many = (count: number) => Array.from({ length: count }, (_value, index) => node(`w${index}`, "webhook"));
    const withNodes = (count: number) => ({
      ...minimalDefinition(),
      nodes: [...minimalDefinition().nodes, ...many(count)],
    });
    expect(checkDefinition(withNodes(498))).toEqual([]);
    expect(checkDefinition(withNodes(499))).toEqual([expect.objectContaining({ kind: "workflow" })]);
    const large = {
      ...minimalDefinition(),
      nodes: many(20).map((webhook) => ({ ...webhook, data: { payload_template: "x".repeat(60_000) } })),
    };
    expect(checkDefinition(large)).toEqual([expect.objectContaining({ kind: "workflow" })]);
  });
});

describe("reachability", () => {
  it("is that of every path from the start", () => {
    const pairs = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 15 });
    fc.assert(
      fc.property(pairs, (chosen) => {
        const ids = ["start", "s1", "s2", "s3", "s4", "s5", "s6"];
        const edges = chosen
          .filter(([, to]) => to !== 0)
          .map(([from, to], index) => edge(ids[from] ?? "", ids[to] ?? "", `${index}`));
        const nodes = ids.map((id) => node(id, id === "start" ? "startCall" : "agentNode"));
        const faulty = new Set(checkDefinition({ nodes, edges }).map(({ id }) => id));
        expect([...faulty].sort()).toEqual(ids.filter((id) => !hasPath(edges, id)).sort());
      }),
    );
  });

  /** Walks backwards, unlike the rule. */
  const hasPath = (edges: AgentEdge[], to: string, seen: string[] = []): boolean =>
    to === "start" ||
    edges.some(
      ({ source, target }) => target === to && !seen.includes(source) && hasPath(edges, source, [...seen, to]),
    );
});

it("edges whose labels differ in a sign are told apart, as they are in a call", () => {
  const nodes = [node("start", "startCall"), node("end", "endCall")];
  expect(checkDefinition({ nodes, edges: [edge("start", "end", "Yes!"), edge("start", "end", "Yes?")] })).toEqual([]);
});

it("edges of different nodes may have the same label", () => {
  const nodes = [node("start", "startCall"), node("step", "agentNode"), node("end", "endCall")];
  expect(checkDefinition({ nodes, edges: [edge("start", "step", "Yes"), edge("step", "end", "Yes")] })).toEqual([]);
});

it("a trigger loses its path for a copy, and gets one only when it has none", () => {
  const definition = triggeredDefinition({ trigger_path: "kept" });
  expect(cleanDefinition(definition, mintPath)).toEqual(definition);
  expect(cleanDefinition(withoutTriggerPaths(definition), mintPath)).toEqual(
    triggeredDefinition({ trigger_path: "minted" }),
  );
});
