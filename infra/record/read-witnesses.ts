import { parseWitnesses, type Witness } from "../../domain/record/witness.ts";
import { isOwnId } from "./cosignature.ts";

/** Reads `RECORD_WITNESSES`. Throws with what is wrong with it. */
export const readWitnesses = (text: string): Witness[] => {
  const witnesses = parseWitnesses(text);
  const mistyped = witnesses.find((witness) => !isOwnId(witness));
  if (mistyped) throw new TypeError(`The id ${mistyped.id} is not that of the key of ${mistyped.name}: copy all of it`);
  return witnesses;
};
