import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { AgentDefinition } from "../../../domain/agent/agent-definition.ts";
import { mergeUpgrade } from "../../../domain/template/merge-upgrade.ts";
import { isNewerVersion } from "../../../domain/template/template.ts";

const IDS = ["a", "b", "c", "d"];
const data = fc.record(
  { prompt: fc.constantFrom("one", "two", "three"), greeting: fc.constantFrom("hello", "good day") },
  { requiredKeys: [] },
);
const definitions: fc.Arbitrary<AgentDefinition> = fc
  .record({
    nodes: fc.uniqueArray(fc.record({ id: fc.constantFrom(...IDS), data }), { selector: ({ id }) => id, minLength: 1 }),
    links: fc.uniqueArray(fc.record({ id: fc.constantFrom("x", "y", "z"), from: fc.nat(3), to: fc.nat(3), data }), {
      selector: ({ id }) => id,
    }),
  })
  .map(({ nodes, links }) => ({
    nodes: nodes.map((node) => ({ ...node, type: "agentNode", position: { x: 0, y: 0 } })),
    edges: links.flatMap(({ id, from, to, data: words }) => {
      const [source, target] = [nodes[from]?.id, nodes[to]?.id];
      return source === undefined || target === undefined ? [] : [{ id, source, target, data: words }];
    }),
  }));

const inOrder = ({ nodes, edges }: AgentDefinition) => {
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  return { nodes: [...nodes].sort(byId), edges: [...edges].sort(byId) };
};

describe("an upgrade of a hired agent", () => {
  it("is the new version for an agent that nobody has changed", () => {
    fc.assert(
      fc.property(definitions, definitions, (base, theirs) => {
        const { definition, kept } = mergeUpgrade(base, base, theirs);
        expect(inOrder(definition)).toEqual(inOrder(theirs));
        expect(kept).toEqual([]);
      }),
    );
  });

  it("changes nothing where the template has not changed", () => {
    fc.assert(
      fc.property(definitions, definitions, (base, ours) => {
        const { definition, kept } = mergeUpgrade(base, ours, base);
        expect(inOrder(definition)).toEqual(inOrder(ours));
        expect(kept).toEqual([]);
      }),
    );
  });

  it("never takes back what people have changed, and leads every edge to a node that is there", () => {
    fc.assert(
      fc.property(definitions, definitions, definitions, (base, ours, theirs) => {
        const { definition } = mergeUpgrade(base, ours, theirs);
        const merged = new Map(definition.nodes.map((node) => [node.id, node.data]));
        for (const { id, data: mine } of ours.nodes) {
          const before = base.nodes.find((node) => node.id === id)?.data ?? {};
          for (const [field, value] of Object.entries(mine)) {
            if (before[field] !== value) expect(merged.get(id)?.[field]).toBe(value);
          }
        }
        for (const { source, target } of definition.edges) {
          expect(merged.has(source) && merged.has(target)).toBe(true);
        }
      }),
    );
  });

  it("names what both have changed, and keeps it", () => {
    const of = (prompt: string): AgentDefinition => ({
      nodes: [{ id: "a", type: "agentNode", position: { x: 0, y: 0 }, data: { name: "Booking", prompt } }],
      edges: [],
    });
    expect(mergeUpgrade(of("one"), of("mine"), of("two"))).toEqual({
      definition: of("mine"),
      kept: ["Booking: prompt"],
    });
  });
});

it("a version is newer by its first number that differs", () => {
  expect(isNewerVersion("1.10.0", "1.9.9")).toBe(true);
  expect(isNewerVersion("2.0.0", "10.0.0")).toBe(false);
  expect(isNewerVersion("1.0.0", "1.0.0")).toBe(false);
});
