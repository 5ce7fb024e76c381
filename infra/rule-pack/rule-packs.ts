import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { writeCanonicalJson } from "../../domain/record/canonical-json.ts";
import { findPack, nameOfPack, type RulePack, rulePackSchema } from "../../domain/rule-pack/rule-pack.ts";
import { digestPolicy } from "../record/record-hashes.ts";

/** A pack as it is shipped, with the digest by which the record names what it said. */
export interface ShippedPack extends RulePack {
  digest: string;
}

const FOLDER = join(import.meta.dirname, "../../domain/rule-pack/packs");

let shipped: readonly ShippedPack[] | null = null;

/**
 * Returns every version of every pack of `domain/rule-pack/packs`, by name. They are read with the first use; a file that is no
 * pack throws, because nothing is dialled that cannot be checked.
 */
export const listRulePacks = (): readonly ShippedPack[] => (shipped ??= readFolder());

const readFolder = (): ShippedPack[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .toSorted()
    .map((file) => {
      const pack = rulePackSchema.parse(parse(readFileSync(join(FOLDER, file), "utf8")));
      if (`${nameOfPack(pack)}.yaml` !== file) throw new Error(`${file} is not named by its id and version`);
      return { ...pack, digest: digestPolicy(writeCanonicalJson(pack)) };
    });

/**
 * Returns the packs that an organization's names mean. A name that is not shipped throws: an older release would otherwise dial
 * without the rule.
 */
export const choosePacks = (names: readonly string[]): ShippedPack[] =>
  names.map((name) => {
    const pack = findPack(listRulePacks(), name);
    if (!pack) throw new RangeError(`there is no rule pack ${name}`);
    return pack;
  });
