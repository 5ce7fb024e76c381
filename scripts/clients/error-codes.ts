import type { ClientOperation } from "./client-operations.ts";

export interface CodesOfOperations {
  /** What every operation with credentials can answer. */
  common: readonly string[];
  /** By the names of the operation; `isCommon`: and the common ones. */
  own: readonly { names: readonly string[]; isCommon: boolean; codes: readonly string[] }[];
}

/** Puts apart what clients would otherwise say hundreds of times. */
export const shareErrorCodes = (operations: readonly ClientOperation[]): CodesOfOperations => {
  const [first, ...others] = operations.filter(({ isPublic }) => !isPublic);
  const common = (first?.errorCodes ?? []).filter((code) =>
    others.every(({ errorCodes }) => errorCodes.includes(code)),
  );
  return {
    common,
    own: operations.map(({ names, isPublic, errorCodes }) => ({
      names,
      isCommon: !isPublic,
      codes: isPublic ? errorCodes : errorCodes.filter((code) => !common.includes(code)),
    })),
  };
};
