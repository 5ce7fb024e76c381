import { listApiChanges } from "./changes.ts";
import type { ApiContract } from "./contract.ts";

/** A promise of a version that a later one breaks for a reason that [How the API changes] allows, and names. */
export interface AgreedBreak {
  of: string;
  /** As the list of changes says it; empty: the whole operation may go. */
  what: string;
}

/** None yet: an operation, field or value that went after its six months as deprecated, or at once because it endangered people. */
export const AGREED: readonly AgreedBreak[] = [];

/** Lists the promises of the versions 1.0.0 and later that an API breaks, each as a sentence. */
export const listBroken = (
  recorded: readonly ApiContract[],
  today: ApiContract,
  agreed: readonly AgreedBreak[] = AGREED,
): string[] =>
  recorded
    .filter(({ version }) => !version.startsWith("0."))
    .flatMap((promised) =>
      listApiChanges(promised, today)
        .filter(({ breaks }) => breaks)
        .filter(({ of, what }) => !agreed.some((one) => one.of === of && one.what === what))
        .map(({ of, what }) => `${of} ${what === "" ? "is gone" : what}: ${promised.version} promised it`),
    );
