/**
 * Limits how much the values of variables add to a text. A text that names a large value five hundred times would fill the process,
 * and delay everybody else.
 */
export interface ValueBudget {
  /** Returns what there is room for. */
  take(value: string): string;
}

/** Returns room for this many characters; a value beyond them throws the fault. */
export const createRefusingBudget = (characters: number, createFault: (sentence: string) => Error): ValueBudget => {
  let left = characters;
  return {
    take: (value) => {
      left -= value.length;
      if (left < 0) throw createFault(`the values of its variables come to more than ${characters} characters`);
      return value;
    },
  };
};

/** Returns room for this many characters; what is beyond them is left out. */
export const createCuttingBudget = (characters: number): ValueBudget => {
  let left = characters;
  return {
    take: (value) => {
      const taken = value.length <= left ? value : value.slice(0, left).toWellFormed();
      left -= taken.length;
      return taken;
    },
  };
};
