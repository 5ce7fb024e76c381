import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  addLeaves,
  computeRoot,
  computeRootOfEdge,
  type Hash,
  type TreeEdge,
} from "../../../domain/record/merkle-tree.ts";
import { proveConsistency, proveInclusion } from "../../../domain/record/tree-proofs.ts";
import { recordHashes } from "../../../infra/record/record-hashes.ts";

const hex = (hash: Hash) => Buffer.from(hash).toString("hex");
const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => recordHashes.leaf(Buffer.from(`entry ${index}`)));

/** Of certificate transparency's own tests (RFC 6962, whose hashing RFC 9162 keeps). */
const KNOWN_LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const KNOWN_ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

describe("the tree", () => {
  it("has the known roots", () => {
    const leaves = KNOWN_LEAVES.map((entry) => recordHashes.leaf(Buffer.from(entry, "hex")));
    expect(KNOWN_ROOTS.map((_, index) => hex(computeRoot(leaves.slice(0, index + 1), recordHashes)))).toEqual(
      KNOWN_ROOTS,
    );
    expect(hex(computeRoot([], recordHashes))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  it("has the same root and the same tiles however its leaves come", () => {
    const all = leavesOf(70_000);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 12 }), fc.boolean(), (batches, isLarge) => {
        let size = 0;
        let edge: TreeEdge = [];
        const tiles = new Map<string, readonly Hash[]>();
        for (const count of isLarge ? [65_400, ...batches.slice(0, 3)] : batches) {
          const added = addLeaves({ size, edge }, all.slice(size, size + count), recordHashes);
          for (const { level, index, hashes } of added.grown) {
            const known = tiles.get(`${level}/${index}`) ?? [];
            expect(hashes.slice(0, known.length)).toEqual(known);
            tiles.set(`${level}/${index}`, hashes);
          }
          size += count;
          edge = added.edge;
        }
        expect(hex(computeRootOfEdge(edge, recordHashes))).toBe(hex(computeRoot(all.slice(0, size), recordHashes)));
        expect(tiles.get("0/1") ?? []).toEqual(all.slice(256, Math.min(size, 512)));
      }),
      { numRuns: 15 },
    );
  });
});

describe("proofs", () => {
  const SIZE = 600;
  const leaves = leavesOf(SIZE);
  const read = async (height: number, first: number) =>
    computeRoot(leaves.slice(first, first + 2 ** height), recordHashes);

  /** RFC 9162, 2.1.3.2, written from its text. */
  const rootByProof = ({ index, size }: { index: number; size: number }, leaf: Hash, proof: Hash[]): Hash => {
    let [fn, sn, root] = [index, size - 1, leaf];
    for (const part of proof) {
      if (fn % 2 === 1 || fn === sn) {
        root = recordHashes.node(part, root);
        while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
      } else root = recordHashes.node(root, part);
      [fn, sn] = [fn >> 1, sn >> 1];
    }
    expect(sn).toBe(0);
    return root;
  };

  it("lead from each leaf to the root", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: SIZE }), fc.nat(), async (size, at) => {
        const index = at % size;
        const proof = await proveInclusion({ index, size }, read, recordHashes);
        const root = rootByProof({ index, size }, leaves[index] ?? recordHashes.empty(), proof);
        expect(hex(root)).toBe(hex(computeRoot(leaves.slice(0, size), recordHashes)));
      }),
    );
    await expect(proveInclusion({ index: 3, size: 3 }, read, recordHashes)).rejects.toThrow("there is no leaf 3");
  });

  it("lead from each earlier root to the root", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: SIZE }), fc.nat(), async (to, at) => {
        const from = (at % to) + 1;
        const proof = await proveConsistency({ from, to }, read, recordHashes);
        expect(bothRoots({ from, to }, proof).map(hex)).toEqual([rootOf(from), rootOf(to)]);
      }),
    );
  });

  it("has no leaf before the first or behind the last, and no beginning that is empty or longer than itself", async () => {
    for (const index of [-1, 3, 4])
      await expect(proveInclusion({ index, size: 3 }, read, recordHashes)).rejects.toThrow(`there is no leaf ${index}`);
    for (const from of [-1, 0, 4])
      await expect(proveConsistency({ from, to: 3 }, read, recordHashes)).rejects.toThrow(
        `a tree of ${from} leaves is not the beginning of one of 3`,
      );
    expect(await proveConsistency({ from: 3, to: 3 }, read, recordHashes)).toEqual([]);
    expect(await proveInclusion({ index: 0, size: 1 }, read, recordHashes)).toEqual([]);
  });

  const rootOf = (size: number) => hex(computeRoot(leaves.slice(0, size), recordHashes));

  /** RFC 9162, 2.1.4.2, written from its text. */
  const bothRoots = ({ from, to }: { from: number; to: number }, proof: Hash[]): [Hash, Hash] => {
    const old = computeRoot(leaves.slice(0, from), recordHashes);
    if (from === to) return [old, old];
    const [seed = recordHashes.empty(), ...rest] = Number.isInteger(Math.log2(from)) ? [old, ...proof] : proof;
    let [fn, sn] = [from - 1, to - 1];
    while (fn % 2 === 1) [fn, sn] = [fn >> 1, sn >> 1];
    let [fr, sr] = [seed, seed];
    for (const part of rest) {
      if (fn % 2 === 1 || fn === sn) {
        fr = recordHashes.node(part, fr);
        sr = recordHashes.node(part, sr);
        while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
      } else sr = recordHashes.node(sr, part);
      [fn, sn] = [fn >> 1, sn >> 1];
    }
    return [fr, sr];
  };
});
