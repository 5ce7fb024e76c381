/** A version of an agent beside others, with its part of the calls in proportion to the weights of all. */
export interface VersionWeight {
  version: number;
  weight: number;
}

/** The part of the people, as places between 0 and 1, that a version has: `from` is included, `to` is not. */
export interface VersionShare {
  version: number;
  from: number;
  to: number;
}

export const MOST_VERSIONS = 10;
export const HEAVIEST_WEIGHT = 1000;

/** Returns why these versions cannot stand side by side; null: they can. */
export const explainUnfitVersions = (versions: readonly VersionWeight[]): string | null => {
  const twice = versions.find(({ version }, index) => versions.findIndex((other) => other.version === version) < index);
  if (twice) return `Version ${twice.version} is given twice: give it once, with the sum of its weights`;
  return null;
};

/** Too small a part of the people for anybody to be at a place in it. */
const NOTHING = 1e-12;

/**
 * Divides the people among the versions by their weights. A division before is changed as little as possible: a version that has
 * too many gives up the last of its places, and one that has too few takes what others gave up, so that exactly the people move
 * who have to, whatever versions are added, removed or weighed anew.
 */
export const divideByWeight = (
  versions: readonly VersionWeight[],
  before: readonly VersionShare[] = [],
): VersionShare[] => {
  const total = versions.reduce((sum, { weight }) => sum + weight, 0);
  const due = new Map(versions.map(({ version, weight }) => [version, weight / total]));
  const { kept, free } = giveUp(before, due);
  return mergeNeighbours([...kept, ...takeUp(kept, free, due)]);
};

type Span = Omit<VersionShare, "version">;

const giveUp = (before: readonly VersionShare[], due: ReadonlyMap<number, number>) => {
  if (before.length === 0) return { kept: [], free: [{ from: 0, to: 1 }] };
  const left = new Map(due);
  const kept: VersionShare[] = [];
  const free: Span[] = [];
  for (const { version, from, to } of before) {
    const length = Math.min(to - from, left.get(version) ?? 0);
    left.set(version, (left.get(version) ?? 0) - length);
    const end = to - from - length < NOTHING ? to : from + length;
    if (end - from > NOTHING) kept.push({ version, from, to: end });
    if (to - end > NOTHING) free.push({ from: end, to });
  }
  return { kept, free };
};

const takeUp = (
  kept: readonly VersionShare[],
  free: readonly Span[],
  due: ReadonlyMap<number, number>,
): VersionShare[] => {
  const wanting = [...due].map(([version, share]) => ({ version, wants: share - lengthOf(kept, version) }));
  const taken: VersionShare[] = [];
  let next = wanting.findIndex(({ wants }) => wants > NOTHING);
  for (const span of free) {
    let from = span.from;
    while (span.to - from > NOTHING) {
      const taker = wanting[next];
      // The remainder of rounding belongs to the version before it.
      const isLast = next === -1 || !wanting.slice(next + 1).some(({ wants }) => wants > NOTHING);
      const version = taker?.version ?? [...due.keys()][0] ?? 0;
      const to = isLast || !taker ? span.to : Math.min(span.to, from + taker.wants);
      taken.push({ version, from, to });
      if (taker) taker.wants -= to - from;
      from = to;
      if (taker && taker.wants <= NOTHING && !isLast)
        next = wanting.findIndex(({ wants }, index) => index > next && wants > NOTHING);
    }
  }
  return taken;
};

const lengthOf = (shares: readonly VersionShare[], version: number): number =>
  shares.reduce((sum, share) => (share.version === version ? sum + share.to - share.from : sum), 0);

const mergeNeighbours = (shares: readonly VersionShare[]): VersionShare[] => {
  const merged: VersionShare[] = [];
  for (const share of [...shares].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last?.version === share.version && Math.abs(last.to - share.from) < NOTHING) last.to = share.to;
    else merged.push({ ...share });
  }
  return merged;
};

/** Returns the version whose places contain this one. */
export const chooseVersion = (shares: readonly VersionShare[], place: number): number | null =>
  (shares.find(({ from, to }) => from <= place && place < to) ?? shares.at(-1))?.version ?? null;

/** A prime, so that every step through a block meets each of its places once. */
const BLOCK = 101;

/**
 * Returns the place of a contact of a campaign, between 0 and 1, always the same. Contacts that were taken into the campaign one
 * after another form blocks, and a hash shuffles the places of each block: every version gets its part of each hundred, as in the
 * permuted blocks of clinical trials, and nobody can tell from the order of a list who gets which.
 */
export const positionOfContact = ({ campaignId, contactId }: { campaignId: number; contactId: number }): number => {
  const key = `${campaignId} ${Math.floor(contactId / BLOCK)}`;
  const step = 1 + (hashText(`${key} step`) % (BLOCK - 1));
  const start = hashText(`${key} start`) % BLOCK;
  const position = (start + step * (contactId % BLOCK)) % BLOCK;
  return (position + hashText(`${key} ${contactId}`) / HASHES) / BLOCK;
};

/** Returns the place of a caller, between 0 and 1, always the same at the same number. */
export const positionOfCaller = ({ numberId, caller }: { numberId: number; caller: string }): number =>
  hashText(`${numberId} ${caller}`) / HASHES;

const HASHES = 2 ** 32;

/** FNV-1a with the final mix of MurmurHash3, both in the public domain: spreads texts evenly over 32 bits. */
const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
