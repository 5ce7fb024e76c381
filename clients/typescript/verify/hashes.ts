/* The hashing of RFC 9162, 2.1, by the Web Cryptography that browsers and Node both have. */

export type Bytes = Uint8Array<ArrayBuffer>;

export const sha256 = async (...parts: readonly Bytes[]): Promise<Bytes> => {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
};

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const hashLeaf = (entry: Bytes): Promise<Bytes> => sha256(LEAF, entry);
export const hashNode = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(NODE, left, right);

export const toHex = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const toBase64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));
/** Returns null where the text is no base64. */
export const fromBase64 = (text: string): Bytes | null => {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    // One value has one form: `atob` takes spaces, and forms without padding.
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
};

/** Computes the roots of a growing tree: those of these sizes, in rising order, of one pass over the leaves. */
export const computeRoots = async (leaves: readonly Bytes[], sizes: readonly number[]): Promise<Map<number, Bytes>> => {
  const roots = new Map<number, Bytes>();
  const wanted = new Set(sizes);
  /** Whole trees of falling size, whose leaves are all of those so far. */
  const trees: { leaves: number; root: Bytes }[] = [];
  for (const [index, root] of leaves.entries()) {
    let grown = { leaves: 1, root };
    for (let last = trees.at(-1); last?.leaves === grown.leaves; last = trees.at(-1)) {
      grown = { leaves: grown.leaves * 2, root: await hashNode(last.root, grown.root) };
      trees.pop();
    }
    trees.push(grown);
    if (wanted.has(index + 1)) roots.set(index + 1, await joinTrees(trees));
  }
  if (wanted.has(0)) roots.set(0, await sha256());
  return roots;
};

const joinTrees = async (trees: readonly { root: Bytes }[]): Promise<Bytes> => {
  const others = [...trees];
  const last = others.pop();
  if (!last) return sha256();
  let { root } = last;
  while (others.length > 0) {
    const left = others.pop();
    if (left) root = await hashNode(left.root, root);
  }
  return root;
};
