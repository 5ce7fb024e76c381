/**
 * Takes the values that fill variables, up to an amount: a text that names a large value five hundred times would fill the
 * process, and with it hold up everybody else.
 */
export interface ValueRoom {
  /** Returns what there is room for. */
  take(value: string): string;
}

/** Takes so many characters; beyond them it throws the fault. */
export const refuseBeyond = (characters: number, createFault: (sentence: string) => Error): ValueRoom => {
  let left = characters;
  return {
    take: (value) => {
      left -= value.length;
      if (left < 0) throw createFault(`the values of its variables come to more than ${characters} characters`);
      return value;
    },
  };
};

/** Takes so many characters and leaves the rest out. */
export const cutBeyond = (characters: number): ValueRoom => {
  let left = characters;
  return {
    take: (value) => {
      const taken = value.length <= left ? value : value.slice(0, left).toWellFormed();
      left -= taken.length;
      return taken;
    },
  };
};
